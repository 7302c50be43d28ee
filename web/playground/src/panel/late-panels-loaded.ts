/** The other end of late-panels: one file to load. */

import '../styles/late.css';

export { Comparison } from '../features/compare/comparison.js';
export { EditField } from '../features/edit/edit-field.js';
export { EditStrip } from '../features/edit/edit-strip.js';
export { BuildStrips } from '../features/gradual/build-strip.js';
export { HeatField, HeatLegend } from '../features/heat/heat-legend.js';
export { NodeCard, SteadyNodeCard } from '../features/node/node-card.js';
export { CullNumbers } from '../features/order/cull-numbers.js';
export { OwnReading, OwnWords } from '../features/own/own-reading.js';
export { BuildStepper } from '../features/replay/build-stepper.js';
export { PresetNote, Presets } from '../features/tour/preset-field.js';
export { TourStrip } from '../features/tour/tour-strip.js';
export { ToursField } from '../features/tour/tours-field.js';
export { TraceStrip } from '../features/trace/trace-strip.js';
export { LevelStrip } from '../features/tree/level-strip.js';
export { TreeView } from '../features/tree/tree-view.js';
export { WhichButton, WhichQuestion } from '../features/which/which-panels.js';
export { ColorKey } from './color-key.js';
export { ColorLegend } from './color-legend.js';
export { FrameChart } from './frame-chart.js';
export { Dialogs } from './late-dialogs.js';
export { ShapeNumbers } from './shape-numbers.js';
export { StructureLine } from './structure-line.js';
