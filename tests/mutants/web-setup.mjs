// Before each test file of the package: chooses the fault of the module, and notes which ones the file comes by.
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

globalThis.sapwoodMutant = Number(process.env.SAPWOOD_MUTANT ?? 0);

const notes = process.env.SAPWOOD_MUTANT_NOTES;
if (notes !== undefined) {
  // files share modules: what a file comes by is what is new since the one before
  globalThis.sapwoodModules ??= [];
  const start = process.cpuUsage();
  afterAll(() => {
    const reached = new Set();
    for (const copy of globalThis.sapwoodModules) {
      for (const [number, flag] of copy().entries()) {
        if (flag !== 0) reached.add(number);
      }
    }
    const { user, system } = process.cpuUsage(start);
    const ms = Math.round((user + system) / 1000);
    appendFileSync(notes, `${[expect.getState().testPath, ms, ...reached].join(' ')}\n`);
  });
}
