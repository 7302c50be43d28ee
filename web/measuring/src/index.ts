/**
 * Measuring: what the benches of Node, the Bench page and the reports share. Nothing here knows a file system or a page; what
 * needs a clock takes one, or the one that every host has.
 */

export * from './calibration.js';
export { controls } from './controls.js';
export * from './sampling.js';
export * from './schema.js';
export * from './subject.js';
export * from './task.js';
export * from './workloads/inputs.js';
export * from './workloads/scene-list.js';
export * from './workloads/truth.js';
export * from './workloads/workload.js';
export * from './workloads/workloads.js';
