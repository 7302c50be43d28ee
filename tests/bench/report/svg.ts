/** What charts are drawn with: one definition for the documents and the Bench page. */
export * from 'measuring/charts';
