// Checks a release and generates its notes: `release.mjs check [tag]`, `modules` and `notes`. See
// docs/releasing.md.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inlinedModules } from './entries.mjs';
import { readManifest, repositoryOf } from './package-pages.mjs';
import { capture, main, ROOT, StepError, step } from './steps.mjs';
import { llvmFolder } from './toolchain.mjs';

const MODULES = join(ROOT, 'web/sapwood/dist/wasm');

/** Returns the changelog section of a version, with its heading. */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version} `));
  if (section === undefined) return undefined;
  const [heading, ...lines] = section.split('\n');
  return { heading, text: lines.join('\n').trim() };
}

/** Returns messages about problems that prevent a release. `tag` is the pushed tag, if any. */
export function releaseProblems({ changelog, manifest, tag }) {
  const { version } = manifest;
  const problems = [];
  if (!repositoryOf(manifest).isSet) {
    problems.push(
      'web/sapwood/package.json: repository.url still has the placeholder of its owner',
    );
  }
  if (tag !== undefined && tag !== `v${version}`) {
    problems.push(`the tag is ${tag}; web/sapwood/package.json has the version ${version}`);
  }
  const section = sectionOf(changelog, version);
  if (section === undefined) problems.push(`CHANGELOG.md: no section for ${version}`);
  else if (!/\d{4}-\d{2}-\d{2}$/.test(section.heading)) {
    problems.push(`CHANGELOG.md: the section for ${version} has no date`);
  }
  return problems;
}

async function moduleTable() {
  // imported here because sizes.mjs loads a bundler
  const { moduleBytes } = await import('./sizes.mjs');
  const names = inlinedModules();
  const missing = names.filter((name) => !existsSync(join(MODULES, name, 'bytes.js')));
  if (missing.length > 0) {
    throw new StepError(`modules are missing: ${missing.join(', ')}; run npm run build:package`);
  }
  const rows = ['all', 'trace', ...names].map((name) => {
    const bytes = moduleBytes(name);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return `| \`${name}\` | ${bytes.length} | \`${hash}\` |`;
  });
  return ['| Module | Bytes | SHA-256 |', '|---|---:|---|', ...rows].join('\n');
}

/** Returns the tool versions that determine the bytes of the modules. */
async function compilerText() {
  const emscripten = readFileSync(join(ROOT, 'emsdk-config/version'), 'utf8').trim();
  const { code, log } = await capture(join(llvmFolder(), 'clang'), ['--version']);
  if (code !== 0) throw new StepError(`clang does not run: ${log}`);
  return `Compiled by Emscripten ${emscripten} with ${log.split('\n')[0]}.`;
}

/**
 * Tests every built entry point with a single structure: checks the pairs and a query of a small
 * index.
 */
async function useModules() {
  const faults = [];
  for (const name of inlinedModules()) {
    const [dimension, ...id] = name.split('-');
    if (id.length === 0) continue;
    const path = `web/sapwood/dist/generated/${dimension}/${id.join('-')}.js`;
    const { init, SpatialIndex, ...exports } = await import(pathToFileURL(join(ROOT, path)).href);
    await init();
    const [Structure] = Object.values(exports).filter(
      (one) => one.prototype instanceof SpatialIndex,
    );
    const index = new Structure();
    const low = dimension === '2d' ? [0, 0] : [0, 0, 0];
    const boxes = [0, 0.5, 5].flatMap((at) => [...low.map(() => at), ...low.map(() => at + 1)]);
    index.build(boxes);
    const found = `${index.pairs()} ${index.queryPoint(low.map(() => 5.5))}`;
    if (found !== '0,1 2') faults.push(`sapwood/${name.replace('-', '/')}: found ${found}`);
    index.dispose();
  }
  if (faults.length > 0) throw new StepError(faults.join('\n'));
}

async function notes() {
  const { version } = readManifest();
  const section = sectionOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  if (section === undefined) throw new StepError(`CHANGELOG.md: no section for ${version}`);
  const parts = [section.text, '### WebAssembly modules', await compilerText()];
  console.log([...parts, await moduleTable()].join('\n\n'));
}

function check(tag) {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const problems = releaseProblems({ changelog, manifest: readManifest(), tag });
  if (problems.length > 0) throw new StepError(problems.join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const [command, tag] = process.argv.slice(2);
    if (command === 'check') check(tag);
    else if (command === 'modules') await step('release: modules', useModules);
    else if (command === 'notes') await notes();
    else throw new StepError('usage: release.mjs check [tag] | modules | notes');
  });
}
