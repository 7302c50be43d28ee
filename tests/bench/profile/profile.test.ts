/**
 * The profile: its parts are really measured, its page says what its record says.
 *
 * `npm run bench -- profile` measures everything anew and writes record and page.
 */

import { init, structures } from 'sapwood/all';
import { describe, expect, test } from 'vitest';
import { completed, describeEnvironment } from '../node/environment';
import { parseRequest, pick } from '../node/request';
import { readFile, writeFile } from '../report/document';
import { sameWork } from './filters';
import { Agreement, makeInputs } from './inputs';
import { isProfiled, type Profile, profileAll } from './measure';
import { PAGE, renderPage } from './page';
import { formatRecord, type ProfileRecord, RECORD, readRecord, SCHEMA } from './record';
import { requireRefused, spoiled } from './refusal';
import { type ProfileRequest, parseProfileRequest, REQUEST_VARIABLE } from './request';
import { Stopwatch } from './stopwatch';

const asked = process.env[REQUEST_VARIABLE];
const HOUR = 3_600_000;

await init();

async function profileBoth(request: ProfileRequest): Promise<ProfileRecord> {
  const { preset, n, queries, rounds } = request;
  const card = describeEnvironment(parseRequest([]));
  const entries = pick('structure', structures, request.structures);
  const profiles: Profile[] = [];
  for (const dimensions of [2, 3] as const) {
    profiles.push(await profileAll(entries, makeInputs(dimensions, n, queries), rounds));
    console.log(`${dimensions}D`);
  }
  const name = preset === 'quick' ? 'profile --quick' : 'profile';
  return {
    schema: SCHEMA,
    environment: { ...completed(card), preset: `${name}, ${rounds} rounds`, rounds, sampleMs: 0 },
    n,
    queries,
    frames: profiles.flatMap(({ frames }) => frames),
    batches: profiles.flatMap(({ batches }) => batches),
    floors: profiles.map(({ floor }) => floor),
  };
}

if (asked) {
  test(
    'measure',
    async () => {
      const request = JSON.parse(asked) as ProfileRequest;
      const record = await profileBoth(request);
      const files = renderPage(record);
      if (!request.writes) return console.log(files.get(PAGE));
      writeFile(RECORD, formatRecord(record));
      for (const [name, text] of files) writeFile(name, text);
    },
    HOUR,
  );
}

const recorded = () => readRecord(readFile(RECORD));

describe.skipIf(asked)('the profile', () => {
  test.each([2, 3] as const)(
    'every structure is profiled and agrees with the others, %iD',
    async (d) => {
      const { frames, batches, floor } = await profileAll(structures, makeInputs(d, 500, 50), 2);
      const ids = structures.map(({ id }) => id);
      expect(frames.map(({ structure }) => structure)).toEqual(ids);
      expect(batches.map(({ structure }) => structure)).toEqual(ids);
      expect(floor.pairs).toBeGreaterThan(0);
      expect(floor.hits).toBeGreaterThan(0);
      for (const { whole, copy, calls, structure } of [...frames, ...batches]) {
        expect(Math.min(whole, copy, calls), structure).toBeGreaterThan(0);
      }
    },
  );

  test(`${PAGE} and its charts say what the record says`, () => {
    for (const [name, text] of renderPage(recorded())) expect(readFile(name), name).toBe(text);
  });

  test('every structure of the registry is in the record, but those too slow for its size', () => {
    const { frames, batches, n, queries } = recorded();
    for (const dimensions of [2, 3] as const) {
      const wanted = structures.filter((entry) =>
        isProfiled(entry, { ...makeInputs(dimensions, 10, queries), n }),
      );
      for (const cells of [frames, batches]) {
        const here = cells.filter((cell) => cell.dimensions === dimensions);
        expect(here.map(({ structure }) => structure)).toEqual(wanted.map(({ id }) => id));
      }
    }
  });
});

describe('measuring a part', () => {
  const boxes = Float32Array.of(0, 0, 1, 1, 2, 2, 3, 3);

  test('a spoiled box is refused where it lies, and the index keeps its content', () => {
    for (const entry of structures) {
      using index = entry.create({ dimensions: 2 });
      index.build(boxes);
      const last = spoiled(boxes, 4, 1);
      requireRefused(() => index.update(last));
      expect(() => index.update(last), entry.id).toThrow('boxes[1]');
      expect([...index.box(0)], entry.id).toEqual([0, 0, 1, 1]);
      expect(() => requireRefused(() => index.update(boxes))).toThrow('was accepted');
      expect(() => requireRefused(() => index.update([]))).toThrow('boxes: expected');
    }
  });

  test('a stopwatch tells medians, and differences of medians', () => {
    const clock = new Stopwatch<'a' | 'b' | 'c'>();
    for (const ms of [1, 9, 2]) clock.note('a', ms);
    clock.note('b', 0.5);
    expect(clock.median('a')).toBe(2);
    expect(clock.without('a', 'b')).toBe(1.5);
    expect(clock.median('c')).toBeNull();
    expect(() => clock.required('c')).toThrow('c was not timed');
  });

  test('searches that differ by more than a hundredth are not the same work', () => {
    expect(sameWork(1000, 1009)).toBe(true);
    expect(sameWork(1000, 900)).toBe(false);
    expect(sameWork(0, 0)).toBe(true);
  });

  test('who answers otherwise ends the run', () => {
    const agreement = new Agreement();
    agreement.requirePairs('pairs', Uint32Array.of(0, 1), 'one');
    expect(() => agreement.requirePairs('pairs', Uint32Array.of(0, 2), 'two')).toThrow(
      'two: pairs',
    );
  });
});

describe('arguments', () => {
  test('without any 100,000 boxes are profiled and the page is written', () => {
    const request = { preset: 'full', n: 100_000, queries: 10_000, structures: [], writes: true };
    expect(parseProfileRequest([])).toMatchObject(request);
    expect(parseProfileRequest(['--quick'])).toMatchObject({ preset: 'quick', writes: true });
    expect(parseProfileRequest(['--structure', 'kd-tree', '--rounds', '3'])).toMatchObject({
      rounds: 3,
      writes: false,
    });
  });

  test.each([
    [['--rounds', '0'], '--rounds: expected a whole number in 1 .. 1000'],
    [['--rounds', 'all'], '--rounds: expected a whole number in 1 .. 1000'],
    [['--structure', 'oak'], '--structure: expected one of'],
    [['--n', '5'], "Unknown option '--n'"],
    [['slowly'], 'Unexpected argument'],
  ])('%j is refused with a sentence', (args, sentence) => {
    expect(() => parseProfileRequest(args)).toThrow(sentence);
  });
});
