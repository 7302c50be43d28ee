/** SVG charts of measurements: for the documents, and for what the Bench page gives away. */

export * from './line-chart.js';
export * from './scale.js';
export * from './svg.js';
