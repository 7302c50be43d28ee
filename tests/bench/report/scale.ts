/** Axes: one definition for the documents and the Bench page. */
export * from 'measuring/charts';
