/** The other end of late-panels: one file to load. */

export { BuildStepper } from './build-stepper.js';
export { CodeDialog } from './code-dialog.js';
export { Help } from './help.js';
export { TourStrip } from './tour-strip.js';
export { ToursField } from './tours-field.js';
export { TraceStrip } from './trace-strip.js';
export { TreeView } from './tree-view.js';
