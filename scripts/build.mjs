// Builds the WebAssembly core and the npm package; every part is skipped when its inputs are unchanged.
// `build.mjs [package | module <name>...]`: what the playground needs, and all modules or those that are named.
// `build.mjs assemble <name>...`: the package with modules that CMake has linked, without set-up; for any system.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inlinedModules, writeEntries } from './entries.mjs';
import { compilerOptions } from './native-compiler.mjs';
import { writePackagePages } from './package-pages.mjs';
import { setup } from './setup.mjs';
import { filesBelow, whenChanged } from './stamps.mjs';
import { bin, CORES, main, ROOT, run, step } from './steps.mjs';
import { compilerEnvironment } from './toolchain.mjs';

export const PACKAGE = 'web/sapwood';
export const SCALAR_PACKAGE = 'build/scalar/sapwood';
/** The module of `sapwood/all`, which is a file beside its code; the others are inlined. */
const EVERYTHING = 'all';
/** The same module with the steps of walks: a file beside it, for tools; its glue is the same. */
const TRACED = 'trace';
/** Inlined modules that are files beside the code, too: for who wants to stream them. */
const STREAMED = ['2d', '3d'];

/** Configures a CMake preset; again from scratch when the presets, the compiler or the checkout's place changed. */
async function configure(preset) {
  const inputs = ['CMakePresets.json', '.toolchain/env', 'emsdk-config/toolchain.cmake'];
  const stamp = `build/stamps/configure-${preset}`;
  const outputs = [`build/${preset}/build.ninja`];
  const compiler = await compilerOptions(preset);
  const extra = [ROOT, ...compiler].join('\n');
  await whenChanged(stamp, { inputs, extra, outputs }, () =>
    run('cmake', ['--preset', preset, '--fresh', ...compiler], { env: compilerEnvironment() }),
  );
}

export async function buildPreset(preset, ...targets) {
  await configure(preset);
  const args = ['--build', `build/${preset}`, '-j', String(CORES), '--target', ...targets];
  await run('cmake', args, { env: compilerEnvironment() });
}

/** Writes a file only when its content differs, so that watchers and stamps see no change where there is none. */
function writeChanged(path, content) {
  const target = join(ROOT, path);
  if (existsSync(target) && readFileSync(target).equals(Buffer.from(content))) return;
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, content);
}

const copyChanged = (from, to) => writeChanged(to, readFileSync(join(ROOT, from)));

/** The module that traces walks, beside the one without: it is run by the same glue. */
function copyTraced(from, packageFolder) {
  // names of imports and exports are short and made anew by each link; the order of what they stand for is no matter
  const partsOf = (name) =>
    new Set(readFileSync(join(ROOT, from, name, 'core.mjs'), 'utf8').split(/[;,{}]/));
  const parts = partsOf(TRACED);
  const lack = [...partsOf(EVERYTHING)].find((part) => !parts.has(part));
  if (lack !== undefined) throw new Error(`module-trace: its glue has no ${lack}`);
  const module = readFileSync(join(ROOT, from, TRACED, 'core.wasm'));
  writeChanged(`${packageFolder}/dist/wasm/${EVERYTHING}/trace.wasm`, signed(module, EVERYTHING));
}

/**
 * Compresses a module as text, 5 % smaller than zlib does. That takes seconds, so the text is kept in a
 * file that is named after the bytes.
 */
async function deflated(module) {
  const hash = createHash('sha256').update(module).digest('hex');
  const kept = `build/deflated/${hash}`;
  if (!existsSync(join(ROOT, kept))) {
    const { deflateAsync } = (await import('@gfx/zopfli')).default;
    const packed = await deflateAsync(module, { numiterations: 5 });
    // without padding, so that decoders need not handle it
    writeChanged(kept, Buffer.from(packed).toString('base64').replace(/=+$/, ''));
  }
  return readFileSync(join(ROOT, kept), 'utf8');
}

/** Puts a linked module into a package: its glue, and its bytes as a file or as text. */
export async function copyModule(from, packageFolder, name) {
  if (name === TRACED) return copyTraced(from, packageFolder);
  const to = `${packageFolder}/dist/wasm/${name}`;
  const module = signed(readFileSync(join(ROOT, from, name, 'core.wasm')), name);
  // before anything is written: a program that starts meanwhile must not load new glue with old bytes
  const packed = name === EVERYTHING ? undefined : await deflated(module);
  copyGlue(`${from}/${name}/core.mjs`, to);
  if (name === EVERYTHING || STREAMED.includes(name)) writeChanged(`${to}/core.wasm`, module);
  if (packed === undefined) return;
  writeChanged(`${to}/bytes.js`, `export default ['${packed}', ${module.length}];\n`);
}

const GENERATED_TYPES = `import type { CreateCore } from '../../glue/emscripten.js';

declare const createCore: CreateCore;
export default createCore;
`;
const GENERATED_CORE = `import { emscriptenGlue } from '../../glue/emscripten.js';
import createCore from './emscripten.mjs';

export default emscriptenGlue(createCore);
`;

/** The glue as entry points take it: ours as it is, and that of the compiler behind what makes it look like ours. */
function copyGlue(from, folder) {
  const generated = `${folder}/emscripten`;
  if (readFileSync(join(ROOT, from), 'utf8').includes('ownGlue')) {
    for (const suffix of ['.mjs', '.d.mts'])
      rmSync(join(ROOT, generated + suffix), { force: true });
    copyChanged(from, `${folder}/core.mjs`);
    return;
  }
  copyChanged(from, `${generated}.mjs`);
  writeChanged(`${generated}.d.mts`, GENERATED_TYPES);
  writeChanged(`${folder}/core.mjs`, GENERATED_CORE);
}

/** A module with a section that says whose it is: glue of another module would call wrong functions. */
function signed(module, name) {
  const { version } = JSON.parse(readFileSync(join(ROOT, PACKAGE, 'package.json'), 'utf8'));
  const sized = (text) =>
    Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
  const title = sized('sapwood');
  const content = Buffer.from(`sapwood/${name.replace('d-', 'd/')} ${version}`);
  const length = title.length + content.length;
  return Buffer.concat([module, Buffer.from([0, length]), title, content]);
}

/** Links modules and puts them into a package. */
async function buildModules(preset, packageFolder, names) {
  await buildPreset(preset, ...names.map((name) => `module-${name}`));
  for (const name of names) await copyModule(`build/${preset}/modules`, packageFolder, name);
}

/** Removes compiled files whose source is gone: tsc only ever adds. */
function removeOrphans() {
  for (const path of filesBelow(`${PACKAGE}/dist`)) {
    const source = path.match(/^(.*)\/dist\/(.*?)(\.js|\.d\.ts)$/);
    const isBytes = path.endsWith('/bytes.js');
    if (source && !isBytes && !existsSync(join(ROOT, source[1], 'src', `${source[2]}.ts`))) {
      rmSync(join(ROOT, path));
    }
  }
}

/** TypeScript of the package to dist/: scripts and declarations. */
export async function compilePackage() {
  writeEntries();
  const inputs = [`${PACKAGE}/src`, `${PACKAGE}/tsconfig.json`, 'tsconfig.base.json'];
  inputs.push('package-lock.json');
  const outputs = [`${PACKAGE}/dist/entries/index.js`, `${PACKAGE}/dist/entries/index.d.ts`];
  await whenChanged('build/stamps/package', { inputs, outputs }, async () => {
    // Windows starts no scripts
    await run(process.execPath, [bin('tsc'), '-p', PACKAGE]);
    removeOrphans();
  });
  for (const path of filesBelow(`${PACKAGE}/src`)) {
    if (/\.d\.m?ts$/.test(path)) copyChanged(path, path.replace('/src/', '/dist/'));
  }
  writePackagePages();
}

/** The package with `sapwood/all` of another preset in its place, for the tests of that flavor. */
export async function assemblePackage(preset, folder) {
  for (const path of filesBelow(`${PACKAGE}/dist`, `${PACKAGE}/package.json`)) {
    if (!path.includes('/dist/wasm/')) copyChanged(path, path.replace(PACKAGE, folder));
  }
  await buildModules(preset, folder, [EVERYTHING]);
}

export const assembleScalarPackage = () => assemblePackage('wasm-scalar', SCALAR_PACKAGE);

/** What the playground needs: `sapwood/all`, with and without the steps of walks. */
export async function build() {
  await step('build: wasm core', () => buildModules('wasm', PACKAGE, [EVERYTHING, TRACED]));
  await step('build: package', compilePackage);
}

/** Some of the structures with a module of their own stand for all of them in the tests. */
const SAMPLES = ['2d-hash-grid', '3d-sphere-tree'];
/** Meshes. */
const MESHES = ['2d-mesh', '3d-mesh'];

/** The small modules that the tests of the package run on. */
export const GAME_MODULES = [...STREAMED, ...SAMPLES, ...MESHES];

/** What the tests of the package need beside that. */
export async function buildForTests() {
  await step('build: game modules', async () => {
    await buildModules('wasm', PACKAGE, GAME_MODULES);
    await buildPreset('wasm', 'lists');
  });
}

/** The whole package, as it is published. */
export async function buildPackage() {
  await build();
  await step('build: all modules', () => buildModules('wasm', PACKAGE, inlinedModules()));
  // a bundler measures the scripts; whoever only builds the playground does without
  const { writeSizes } = await import('./sizes.mjs');
  await step('write: docs/size.md', writeSizes);
  // README.md has new sizes
  writePackagePages();
}

/** Puts modules that are linked into the package, and compiles its TypeScript. */
async function assemble(names) {
  for (const name of names) await copyModule('build/wasm/modules', PACKAGE, name);
  await compilePackage();
}

/** What the playground is made of, but for the package. */
export function playgroundSources() {
  const own = filesBelow('web/playground').filter(
    (file) => !file.startsWith('web/playground/dist/'),
  );
  const folders = ['web/measuring', 'web/peers', 'web/scenes', 'tests/scenes'];
  return [...own, ...folders, 'package-lock.json'];
}

/** The playground as static files, for the browser tests. */
export async function buildPlayground() {
  const inputs = [...playgroundSources(), `${PACKAGE}/dist`];
  const outputs = ['web/playground/dist/index.html'];
  await whenChanged('build/stamps/playground', { inputs, outputs }, () =>
    run(bin('vite'), ['build'], { cwd: join(ROOT, 'web/playground') }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const [part, ...names] = process.argv.slice(2);
    if (part === 'assemble') return assemble(names);
    await setup();
    if (part === 'package') await buildPackage();
    else await build();
    if (part === 'module') await buildModules('wasm', PACKAGE, names);
  });
}
