/** Tests of links to the Bench page: configurations, results in at most 2 kB, and invalid links. */

import { Mulberry32 } from 'scenes';
import { describe, expect, test } from 'vitest';
import {
  type Configuration,
  Fault,
  phaseIds,
  presets,
  type Spread,
} from '../../../web/playground/src/bench/model';
import {
  conformConfiguration,
  makePlan,
  presetConfiguration,
  skipReasonOf,
} from '../../../web/playground/src/bench/plan';
import { runOf } from '../../../web/playground/src/bench/record';
import {
  MAX_CHARACTERS,
  readLink,
  writeLink,
  writeResultLink,
} from '../../../web/playground/src/bench/share';
import { isTied } from '../../../web/playground/src/bench/verdict';
import { catalog, small, state, timed } from './sample-run';

function anyConfiguration(seed: number): Configuration {
  const random = new Mulberry32(seed);
  const some = <Item>(items: readonly Item[]) => items.filter(() => random.unit() < 0.4);
  return conformConfiguration(
    {
      preset: presets[random.below(presets.length)],
      scenes: some(catalog.scenes).map(({ id }) => id),
      dimensions: some([2, 3] as const),
      from: 100 + random.below(5000),
      to: 100 + random.below(200_000),
      sizes: 1 + random.below(9),
      phases: some(phaseIds),
      contenders: some(catalog.contenders).map(({ key }) => key),
      seed: random.next(),
    },
    catalog,
  );
}

describe('a link', () => {
  test.each(presets)('of the preset %s is parsed to the same configuration', (preset) => {
    const configuration = presetConfiguration(preset, catalog);
    const link = readLink(`#${writeLink(configuration)}`, catalog);
    expect(link).toEqual({ configuration, run: null, fault: null });
  });

  test('of any configuration is parsed to the same configuration', () => {
    for (let seed = 0; seed < 300; seed++) {
      const configuration = anyConfiguration(seed);
      const link = readLink(writeLink(configuration), catalog);
      expect({ seed, ...link }).toEqual({ seed, configuration, run: null, fault: null });
    }
  });

  test('is at most 2 kB long for the largest configuration', () => {
    const everything: Configuration = {
      ...presetConfiguration('full', catalog),
      scenes: catalog.scenes.map(({ id }) => id),
      contenders: catalog.contenders.filter(({ hidden }) => !hidden).map(({ key }) => key),
    };
    for (const preset of presets) {
      expect(writeLink(presetConfiguration(preset, catalog)).length).toBeLessThan(1000);
    }
    expect(writeLink(everything).length).toBeLessThanOrEqual(MAX_CHARACTERS);
  });

  test('is readable', () => {
    expect(writeLink(small)).toBe(
      'bench=1&preset=quick&scenes=uniform&dims=2&n=1000-10000&sizes=2&phases=frame-tenth,memory' +
        '&who=sapwood:wide-tree,sapwood:wide-tree;build=morton,rbush,kdbush&seed=7',
    );
  });

  test('is parsed with the encodings that messengers add', () => {
    const text = encodeURI(writeLink(small));
    const strict = writeLink(small).replaceAll(':', '%3A').replaceAll(';', '%3B');
    for (const form of [text, strict]) expect(readLink(form, catalog).configuration).toEqual(small);
  });

  test('that is invalid is parsed to a preset and never throws', () => {
    const usual = presetConfiguration('quick', catalog);
    for (const hash of ['', '#', '#bench', '#bench=1', '#bench&n=&who=,,,&seed=-1&dims=7']) {
      expect(readLink(hash, catalog).configuration).toEqual(usual);
    }
    const random = new Mulberry32(3);
    const letters = 'bench=1&nwhopr%,;:-_0129É\u0000';
    for (let i = 0; i < 500; i++) {
      const text = Array.from(
        { length: random.below(80) },
        () => letters[random.below(letters.length)],
      );
      const { configuration } = readLink(`#bench=1&${text.join('')}`, catalog);
      expect(conformConfiguration(configuration, catalog)).toEqual(configuration);
    }
  });

  test('with an unknown value has a fault that names the value', () => {
    const { fault, configuration } = readLink('#bench=1&who=rbush,quicktree', catalog);
    expect(fault).toBe('This link contains “quicktree”, which this page does not support.');
    expect(configuration.contenders).toEqual(['rbush']);
    expect(readLink('#bench=2&preset=full', catalog).fault).toMatch(/version “2”/);
  });
});

describe('a result link', () => {
  const run = runOf(state, 'This run');
  const hash = writeResultLink(run, small);

  test('contains medians, bytes, wrong results and the environment', () => {
    const { run: back, configuration, fault } = readLink(hash, catalog);
    expect(fault).toBeNull();
    expect(configuration).toEqual(small);
    const found = (contender: string, n: number, phase = 'frame-tenth') =>
      back!.results.find(
        (one) => one.contender === contender && one.n === n && one.phase === phase,
      );
    expect(found('sapwood:wide-tree', 1000)!.ms!.median / 0.01).toBeCloseTo(1, 2);
    expect(found('sapwood:wide-tree;build=morton', 1000)!.ms!.median / 0.02).toBeCloseTo(1, 2);
    expect(found('rbush', 1000)).toMatchObject({ status: 'wrong', ms: null });
    expect(found('kdbush', 1000)).toMatchObject({
      status: 'unsupported',
      note: 'does not support this operation',
    });
    expect(found('sapwood:wide-tree', 1000, 'memory')!.bytes! / 123_456).toBeCloseTo(1, 2);
    expect(found('sapwood:wide-tree', 10_000)).toBeUndefined();
    expect(back!.environment).toMatchObject({
      runtime: 'Chromium 156.0',
      commit: 'abc1234567',
      cores: 8,
      date: state.environment!.date,
      browser: { tickMs: 0.005, isolated: true, throttled: true },
    });
  });

  test('is exact to 0.3 % over ten decades', () => {
    for (let exponent = -4.9; exponent < 4.9; exponent += 0.037) {
      const median = 10 ** exponent;
      const one = { ...run, results: [timed('rbush', 1000, median)] };
      const { results } = readLink(writeResultLink(one, small), catalog).run!;
      const back = results.find(({ contender, ms }) => contender === 'rbush' && ms)!.ms!.median;
      expect(Math.abs(back / median - 1)).toBeLessThan(0.0031);
    }
  });

  test('preserves which contenders are equally fast', () => {
    const random = new Mulberry32(11);
    const any = (median: number): Spread => {
      const [below, above] = [1 + 0.3 * random.unit(), 1 + 0.3 * random.unit()];
      return { min: median / below, p25: median / below, median, p75: median * above };
    };
    let tied = 0;
    for (let i = 0; i < 300; i++) {
      const [a, b] = [any(1), any(1 + 0.4 * random.unit())];
      const both = [
        timed('rbush', 1000, a.median, { ms: a }),
        timed('sapwood:wide-tree', 1000, b.median, { ms: b }),
      ];
      const { results } = readLink(writeResultLink({ ...run, results: both }, small), catalog).run!;
      const back = results.flatMap(({ ms }) => (ms ? [ms] : []));
      expect(back).toHaveLength(2);
      for (const { p25, median, p75 } of back) {
        expect(p25).toBeLessThan(median);
        expect(p75).toBeGreaterThan(median);
      }
      if (!isTied(a, b)) continue;
      tied++;
      expect(isTied(back[0], back[1])).toBe(true);
    }
    expect(tied).toBeGreaterThan(50);
  });

  test('contains the versions of the libraries', () => {
    const { run: back } = readLink(hash, catalog);
    expect(back!.versions).toEqual({ rbush: run.versions.rbush, kdbush: run.versions.kdbush });
    const without = hash.replace(/&libs=[^&]*/, '&libs=1');
    expect(readLink(without, catalog).run!.versions).toEqual({});
  });

  test.each(['quick', 'standard'] as const)('of the preset %s fits into 2 kB', (preset) => {
    const configuration = presetConfiguration(preset, catalog);
    const { cells } = makePlan(configuration, catalog);
    const results = cells.flatMap((cell) =>
      catalog.contenders
        .filter((one) => configuration.contenders.includes(one.key) && !skipReasonOf(one, cell))
        .map(({ key }) => timed(key, cell.n, 1.5, cell)),
    );
    const text = writeResultLink({ ...run, results }, configuration);
    expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
    const timedBack = readLink(text, catalog).run!.results.filter(({ ms }) => ms !== null);
    expect(timedBack).toHaveLength(results.length);
  });

  test('that would be longer is rejected with a message', () => {
    const configuration = presetConfiguration('full', catalog);
    expect(() => writeResultLink(run, configuration)).toThrow(Fault);
    expect(() => writeResultLink(run, configuration)).toThrow(/Save the run as JSON instead/);
  });

  test('that was truncated has a fault and keeps its configuration', () => {
    for (const text of [
      hash.slice(0, -1),
      hash.slice(0, -2),
      hash.slice(0, -3),
      `${hash}A`,
      `${hash.slice(0, -2)}*?`,
    ]) {
      const { run: none, fault, configuration } = readLink(text, catalog);
      expect(none).toBeNull();
      expect(fault).toMatch(/cut off or changed/);
      expect(configuration).toEqual(small);
    }
  });
});
