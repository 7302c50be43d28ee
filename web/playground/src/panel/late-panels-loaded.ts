/** The other end of late-panels: one file to load. */

import '../styles/late.css';

export { WhichButton, WhichQuestion } from '../which/which-panels.js';
export { BuildStepper } from './build-stepper.js';
export { BuildStrips } from './build-strip.js';
export { ColourKey } from './colour-key.js';
export { ColourLegend } from './colour-legend.js';
export { Comparison } from './comparison.js';
export { CullNumbers } from './cull-numbers.js';
export { EditField } from './edit-field.js';
export { EditStrip } from './edit-strip.js';
export { FrameChart } from './frame-chart.js';
export { HeatField, HeatLegend } from './heat-legend.js';
export { Dialogs } from './late-dialogs.js';
export { LevelStrip } from './level-strip.js';
export { NodeCard, SteadyNodeCard } from './node-card.js';
export { PresetNote, Presets } from './presets.js';
export { ShapeNumbers } from './shape-numbers.js';
export { StructureLine } from './structure-line.js';
export { TourStrip } from './tour-strip.js';
export { ToursField } from './tours-field.js';
export { TraceStrip } from './trace-strip.js';
export { TreeView } from './tree-view.js';
