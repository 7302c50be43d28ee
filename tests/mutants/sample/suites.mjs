// What is built with the faults of a sample, and the test files that are asked about them.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as sources from '../../../scripts/build.mjs';
import { bin, ROOT, run } from '../../../scripts/steps.mjs';
import { limited } from '../processes.mjs';

/** A test takes half of it at most: what waits longer waits for something that a fault took away. */
const PATIENCE_MS = 60_000;
/** Stands in a bundle where the number of the fault in force goes: a page has no environment to read it from. */
const MARK = 'no-fault-in-force';
const COUNTED = 'c[a[i]] = (c[a[i]] || 0) + 1;';
const TOLD = `if (!c[a[i]]) { c[a[i]] = 1; (globalThis.sapwoodCovered ?? console.debug)('sapwood-covered ' + a[i]); }`;
const ASKED = 'function retrieveNS() {';
const ANSWERED = `if (ns.activeMutant === undefined) ns.activeMutant = '${MARK}';\n  ${ASKED}`;
const CONFIG = join(ROOT, 'tests/mutants/sample');

/** Stryker's own code of a source, so that it tells where it comes by, and can be told what is in force. */
function prepared({ path, content }) {
  for (const part of [COUNTED, ASKED]) {
    if (content.split(part).length !== 2)
      throw new Error(`${path}: not as Stryker writes it: ${part}`);
  }
  return content.replace(COUNTED, TOLD).replace(ASKED, ANSWERED);
}

/** Writes sources with faults below a folder, in the places that they have in the project. */
export function writeSources(folder, instrumented) {
  rmSync(folder, { recursive: true, force: true });
  for (const source of instrumented) {
    const path = join(folder, source.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, prepared(source));
  }
}

const testsBelow = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`)
    .sort();

/** The folder of a suite: tests/e2e, tests/bench or tests/web. */
const suiteOf = (file) => file.split('/').slice(0, 2).join('/');

/** Of names: whatever is none of them. */
function noneOf(names) {
  const literally = (name) => name.replaceAll(' > ', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return names.length === 0 ? [] : ['-t', `^(?!.*(${names.map(literally).join('|')}))`];
}

/** Test files of one suite, but for some of their tests, under a fault, or under none when `number` is undefined. */
function vitest(folder, files, { env, number, seconds, bail = 1 }) {
  const config = join(CONFIG, 'vitest.config.ts');
  const args = ['run', '--config', config, `--bail=${bail}`, '--reporter=dot'];
  args.push(`--testTimeout=${PATIENCE_MS}`, `--hookTimeout=${PATIENCE_MS}`);
  args.push(...noneOf(files.flatMap(({ without }) => without)));
  return limited(bin('vitest'), [...args, ...files.map(({ file }) => join(ROOT, file))], {
    cwd: ROOT,
    env: {
      NO_COLOR: '1',
      SAPWOOD_FAULTS: join(folder, 'sources'),
      SAPWOOD_SUITE: suiteOf(files[0].file),
      ...(number === undefined ? {} : { __STRYKER_ACTIVE_MUTANT__: number }),
      ...env,
    },
    // other work of the machine slows a browser down, and a fault that does is none
    seconds: 10 * seconds,
    clock: seconds,
  });
}

const isScript = (path) => /\.m?js$/.test(path);

/** The playground in a browser: what it is built from, what of it runs in Node, and what Bench is made of. */
export const playground = {
  sources: 'web/playground/src',
  portions: [15, 60],
  areaOf: (path) => `playground/${path.split('/').slice(3, -1)[0] ?? 'main'}`,

  async build(folder) {
    await sources.build();
    const env = {
      SAPWOOD_FAULTS: join(folder, 'sources'),
      SAPWOOD_PLAYGROUND: join(folder, 'dist'),
    };
    await run(bin('vite'), ['build', '--config', join(CONFIG, 'playground.config.ts')], { env });
  },

  tests: () => [
    ...testsBelow('tests/e2e').filter((file) => !file.endsWith('/package.test.ts')),
    ...testsBelow('tests/bench/page'),
  ],

  /** Puts a fault into force in a copy of the page that one worker has, and asks test files. */
  async ask(folder, worker, files, limits) {
    const copy = join(folder, `dist-${worker}`);
    if (!existsSync(copy)) cpSync(join(folder, 'dist'), copy, { recursive: true });
    for (const file of readdirSync(copy, { recursive: true }).filter(isScript)) {
      const text = readFileSync(join(folder, 'dist', file), 'utf8');
      if (!text.includes(MARK)) continue;
      writeFileSync(join(copy, file), text.replaceAll(MARK, limits.number ?? MARK));
    }
    return vitest(folder, files, { ...limits, env: { ...limits.env, SAPWOOD_PLAYGROUND: copy } });
  },
};

/** The package in Node. */
export const library = {
  sources: 'web/sapwood/src',
  portions: [3, 12, 40],
  areaOf: (path) => `package/${path.split('/').slice(3, -1)[0] ?? 'root'}`,

  async build(folder) {
    await sources.build();
    await sources.buildForTests();
    const copy = join(folder, 'package');
    rmSync(copy, { recursive: true, force: true });
    cpSync(join(ROOT, sources.PACKAGE), copy, { recursive: true });
    cpSync(join(folder, 'sources', sources.PACKAGE), copy, { recursive: true });
    const config = readFileSync(join(copy, 'tsconfig.json'), 'utf8');
    writeFileSync(join(copy, 'tsconfig.json'), config.replace('../..', ROOT));
    await run(bin('tsc'), ['-p', copy, '--noCheck', '--declaration', 'false']);
  },

  tests: () => [
    ...testsBelow('tests/web').filter((file) => !file.includes('/unit/')),
    ...testsBelow('tests/bench/advise'),
  ],

  ask: (folder, _worker, files, limits) =>
    vitest(folder, files, {
      ...limits,
      env: { ...limits.env, SAPWOOD_FLAVOR: 'simd', SAPWOOD_PACKAGE: join(folder, 'package') },
    }),
};
