// Reads the table and writes the copy of the sources: whether every fault has its place.
import { join } from 'node:path';
import { ROOT } from '../../scripts/steps.mjs';
import { writeSchemata } from './schemata.mjs';
import { readTable } from './table.mjs';

const table = readTable();
writeSchemata(join(ROOT, 'build/mutants/check'), table, ROOT);
console.log(`${table.length} faults`);
