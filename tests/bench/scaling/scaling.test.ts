/**
 * The scaling benchmark: a small run of every structure agrees with everybody, and its page says what its record says.
 *
 * `npm run bench -- scaling` measures everything anew and writes record and page.
 */

import { init, type StructureEntry, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { completed, describeEnvironment } from '../node/environment';
import { parseRequest, pick } from '../node/request';
import { readFile, writeFile } from '../report/document';
import { Agreement, type Inputs, makeInputs } from './inputs';
import { measureSize } from './measure';
import { measureMemory } from './memory';
import { PAGE, renderPage } from './page';
import {
  formatRecord,
  type Left,
  type MemoryCell,
  RECORD,
  readRecord,
  SCHEMA,
  type ScalingCell,
  type ScalingRecord,
  type Scene,
  verbIds,
} from './record';
import { parseScalingRequest, REQUEST_VARIABLE, type ScalingRequest } from './request';

const asked = process.env[REQUEST_VARIABLE];
const HOURS = 4 * 3_600_000;
/** Memory is told at this size, or the largest one that a structure or the run reaches. */
const MEMORY_SIZE = 100_000;

await init();

function memoryCells(inputs: readonly Inputs[], cells: readonly ScalingCell[]): MemoryCell[] {
  const sized = inputs.filter(({ n }, i) => i === 0 || n <= MEMORY_SIZE);
  return structures.flatMap((entry) => {
    const reached = sized.filter(({ n }) =>
      cells.some((cell) => cell.structure === entry.id && cell.n === n),
    );
    return reached.length > 0 ? [measureMemory(entry, reached[reached.length - 1])] : [];
  });
}

async function measureAll(request: ScalingRequest): Promise<ScalingRecord> {
  const card = describeEnvironment(parseRequest([]));
  const scenes: Scene[] = [];
  const cells: ScalingCell[] = [];
  const left: Left[] = [];
  const memory: MemoryCell[] = [];
  for (const dimensions of [2, 3] as const) {
    let entries: readonly StructureEntry[] = pick('structure', structures, request.structures);
    entries = entries.filter((entry) => entry.dimensions.includes(dimensions));
    const small: Inputs[] = [];
    const mine: ScalingCell[] = [];
    for (const n of request.n) {
      const inputs = makeInputs(dimensions, n);
      if (small.length === 0 || n <= MEMORY_SIZE) small.push(inputs);
      const measured = await measureSize(entries, inputs, request);
      entries = entries.filter(
        ({ id }) => !measured.left.some(({ structure }) => structure === id),
      );
      mine.push(...measured.cells);
      left.push(...measured.left);
      scenes.push(measured.scene);
      console.log(`${dimensions}D n=${n}: ${measured.cells.length} structures`);
    }
    memory.push(...memoryCells(small, mine));
    cells.push(...mine);
  }
  const preset = request.preset === 'quick' ? 'scaling --quick' : 'scaling';
  const { rounds, sampleMs, limitMs } = request;
  const environment = { ...completed(card), preset, rounds, sampleMs };
  return { schema: SCHEMA, environment, limitMs, scenes, cells, left, memory };
}

if (asked) {
  test(
    'measure',
    async () => {
      const request = JSON.parse(asked) as ScalingRequest;
      const record = await measureAll(request);
      const files = renderPage(record);
      if (!request.writes) return console.log(files.get(PAGE));
      writeFile(RECORD, formatRecord(record));
      for (const [name, text] of files) writeFile(name, text);
    },
    HOURS,
  );
}

const recorded = () => readRecord(readFile(RECORD));

describe.skipIf(asked)('the scaling benchmark', () => {
  const brief = { rounds: 3, sampleMs: 0, limitMs: 10_000 };

  test.each([2, 3] as const)('every structure agrees with every other one, %iD', async (d) => {
    const inputs = makeInputs(d, 300, 40);
    const { scene, cells, left } = await measureSize(structures, inputs, brief);
    expect(left).toEqual([]);
    expect(cells.map(({ structure }) => structure)).toEqual(structures.map(({ id }) => id));
    expect(scene.pairs).toBeGreaterThan(0);
    expect(scene.hits).toBeGreaterThan(0);
    for (const { ns, structure } of cells) {
      for (const verb of verbIds)
        expect(ns[verb].median, `${structure} ${verb}`).toBeGreaterThan(0);
    }
  });

  test('who differs ends the run', () => {
    const agreement = new Agreement(makeInputs(2, 300, 1));
    agreement.require('answers', 'a', 'one');
    expect(() => agreement.require('answers', 'b', 'two')).toThrow(
      'two: answers b, but one says a',
    );
    expect(() => agreement.require('pairs', 'b', 'two')).toThrow('but the scenes says');
  });

  test('who is too slow leaves and says how long it took', async () => {
    const inputs = makeInputs(2, 1000, 1);
    const { cells, left } = await measureSize(structures, inputs, { ...brief, limitMs: 1e-9 });
    expect(cells).toEqual([]);
    expect(left.map(({ structure }) => structure)).toEqual(structures.map(({ id }) => id));
  });

  test('bytes and the allocator’s figure are within 1 % and 4 KiB of each other', () => {
    for (const d of [2, 3] as const) {
      const inputs = makeInputs(d, 2000, 40);
      for (const entry of structures) {
        const { build, pairs, churn } = measureMemory(entry, inputs);
        for (const held of [build, pairs, churn ?? build]) {
          const name = `${entry.id} ${d}D: ${JSON.stringify(held)}`;
          expect(held.heap, name).toBeGreaterThanOrEqual(held.bytes);
          expect(held.heap, name).toBeLessThanOrEqual(1.01 * held.bytes + 4096);
        }
      }
    }
  });

  test(`${PAGE} and its charts say what the record says`, () => {
    for (const [name, text] of renderPage(recorded())) expect(readFile(name), name).toBe(text);
  });

  test('every structure of the registry is in the record, at every size until it left', () => {
    const { scenes, cells, left, memory } = recorded();
    for (const { dimensions, n } of scenes) {
      const here = <Cell extends Left | ScalingCell>(cell: Cell) => cell.dimensions === dimensions;
      const names = [
        ...cells.filter((cell) => here(cell) && cell.n === n),
        ...left.filter((cell) => here(cell) && cell.n <= n),
      ].map(({ structure }) => structure);
      for (const { id } of structures) expect(names, `${dimensions}D ${n}`).toContain(id);
    }
    for (const { id, dimensions } of structures) {
      const told = memory.filter(({ structure }) => structure === id);
      expect(told.map((cell) => cell.dimensions)).toEqual([...dimensions]);
    }
  });

  test('a page is made of a narrow record too', () => {
    const record = recorded();
    const only = <Cell extends { structure: string }>(cells: readonly Cell[]) =>
      cells.filter(({ structure }) => structure === 'dynamic-tree');
    const { cells, memory } = record;
    const page = renderPage({ ...record, cells: only(cells), left: [], memory: only(memory) });
    expect(page.get(PAGE)).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('arguments', () => {
  test('without any all sizes are measured and the page is written', () => {
    const request = parseScalingRequest([]);
    expect(request).toMatchObject({ preset: 'full', structures: [], limitMs: 4000, writes: true });
    expect(request.n[request.n.length - 1]).toBe(1_000_000);
    expect(parseScalingRequest(['--quick'])).toMatchObject({ preset: 'quick', writes: true });
  });

  test('a narrowed run only prints', () => {
    expect(parseScalingRequest(['--n', '10_000,1000'])).toMatchObject({
      n: [1000, 10_000],
      writes: false,
    });
    expect(parseScalingRequest(['--structure', 'dynamic-tree']).writes).toBe(false);
  });

  test.each([
    [['--n', '0'], '--n: expected a number above 0'],
    [['--n', 'many'], '--n: expected a number above 0'],
    [['--n', '1.5'], '--n: expected a whole number up to'],
    [['--n', '1e9'], '--n: expected a whole number up to'],
    [['--rounds', '0.5'], '--rounds: expected a whole number'],
    [['--rounds=-1'], '--rounds: expected a number above 0'],
    [['--limit', 'Infinity'], '--limit: expected a number above 0'],
    [['--structure', 'oak'], '--structure: expected one of'],
    [['--scene', 'city'], "Unknown option '--scene'"],
    [['quickly'], 'Unexpected argument'],
  ])('%j is refused with a sentence', (args, sentence) => {
    expect(() => parseScalingRequest(args)).toThrow(sentence);
  });
});
