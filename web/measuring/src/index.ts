/**
 * Code that the benchmarks of Node, the Bench page and reports share. It uses no file system and no
 * page. Clocks are arguments, by default the clock of the host.
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
