// Verifies docs/adding-a-structure.md: follows its steps in a copy of the repository to add a
// structure, then tests the new structure. `npm run test:newcomer` takes as long as a full build.
import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setup } from './setup.mjs';
import { capture, main, ROOT, run, StepError, step } from './steps.mjs';

const COPY = join(ROOT, 'build/newcomer');
/**
 * `MODEL` is the existing structure that is copied, and `NEWCOMER` is the new structure. The model
 * stores a plain list of items, and all test suites support it.
 */
const MODEL = { file: 'brute_force', id: 'brute-force', className: 'BruteForce' };
const NEWCOMER = { file: 'toy_list', id: 'toy-list', className: 'ToyList' };
const FAMILY = 'reference';

async function copyTree() {
  rmSync(COPY, { recursive: true, force: true });
  const { code, log } = await capture('git', ['-c', 'safe.directory=*', 'ls-files', '-z']);
  if (code !== 0) throw new StepError(`git cannot list the files of this folder\n${log}`);
  for (const path of log.split('\0').filter((name) => name !== '')) {
    mkdirSync(join(COPY, dirname(path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(COPY, path));
  }
  symlinkSync(join(ROOT, '.toolchain'), join(COPY, '.toolchain'));
  await run('npm', ['ci', '--prefer-offline'], { cwd: COPY });
}

/**
 * Copies a file of the model. In its path and text, the names of the new structure replace those of
 * the model.
 */
function copyRenamed(path) {
  const renamed = (text) =>
    ['file', 'id', 'className'].reduce(
      (all, key) => all.replaceAll(MODEL[key], NEWCOMER[key]),
      text,
    );
  writeFileSync(join(COPY, renamed(path)), renamed(readFileSync(join(COPY, path), 'utf8')));
}

function edit(path, change) {
  const file = join(COPY, path);
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new StepError(`${path}: found no place for the line of the guide`);
  writeFileSync(file, changed);
}

/**
 * Follows the steps of docs/adding-a-structure.md: copies the header, the TypeScript class and the
 * page of the model, and edits structures.hpp.
 */
function addStructure() {
  const header = `structures/${FAMILY}/${MODEL.file}.hpp`;
  copyRenamed(`cpp/include/sapwood/${header}`);
  edit('cpp/include/sapwood/structures.hpp', (list) => {
    const include = `#include "sapwood/${header}"\n`;
    const added = include + include.replace(MODEL.file, NEWCOMER.file);
    const allStructures = /(using AllStructures =[^;]*)>;/;
    return list.replace(include, added).replace(allStructures, `$1, ${NEWCOMER.className}>;`);
  });
  copyRenamed(`web/sapwood/src/structures/${FAMILY}/${MODEL.id}.ts`);
  copyRenamed(`docs/structures/${MODEL.id}.md`);
}

const npm = (...args) => run('npm', args, { cwd: COPY });
const ofNewcomer = (suites) => ['--', ...suites, '-t', NEWCOMER.id];

/** Suites of the package that iterate over all structures. Other suites name their structures. */
const WEB = ['conformance/methods', 'conformance/goldens', 'conformance/serialization', 'parity'];

async function usesEntryPoint() {
  const { className, id } = NEWCOMER;
  await run('node', ['scripts/build.mjs', 'module', `2d-${id}`], { cwd: COPY });
  const program = `
    import { ${className}, init } from 'sapwood/2d/${id}';
    await init();
    const index = new ${className}();
    index.build([0, 0, 2, 2, 1, 1, 3, 3, 5, 5, 6, 6]);
    if (index.pairs().join() !== '0,1') process.exit(1);
  `;
  await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(COPY, 'tests/web'),
  });
}

await main(async () => {
  await setup();
  await step('copy: tree', copyTree);
  await step('add: toy-list', addStructure);
  await step('check: types and layers', () => npm('run', 'check'));
  await step('test: web suites', () => npm('run', 'test:web', ...ofNewcomer(['simd', ...WEB])));
  await step('test: entry point', usesEntryPoint);
  // Runs only tests that iterate over all structures. Tests with recorded results are excluded,
  // because the new structure has no recorded results.
  const env = { GTEST_FILTER: `*/${NEWCOMER.file}_?d-*GoldenTapes*:Lockstep*:Work*` };
  const args = ['run', 'test:cpp', '--', 'native-asan'];
  await step('test: C++ suites', () => run('npm', args, { cwd: COPY, env }));
});
