/** The JSON of benchmark runs: one definition for all runners, the page and the reports. */
export * from 'measuring/schema';
