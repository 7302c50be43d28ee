/**
 * Code shared by the Node benchmarks, the Bench page and reports. It depends on neither the file
 * system nor the DOM. Clocks are parameters and default to the clock of the host.
 */

export * from './calibration.js';
export { controls } from './controls.js';
export * from './sampling.js';
export * from './schema.js';
export * from './subject.js';
export * from './task.js';
export * from './workloads/expected.js';
export * from './workloads/inputs.js';
export * from './workloads/scene-list.js';
export * from './workloads/workload.js';
export * from './workloads/workloads.js';
