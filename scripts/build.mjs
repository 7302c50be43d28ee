// Builds the WebAssembly core and the npm package. Steps whose inputs are unchanged are skipped.
//
//   build.mjs                        what the playground and most tests need
//   build.mjs package                the whole package
//   build.mjs module <name>...       same as without arguments, and the named modules
//   build.mjs assemble <name>...     the package from named modules that CMake has linked; no setup
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { inlinedModules, writeEntries } from './entries.mjs';
import { compilerOptions } from './native-compiler.mjs';
import { writePackagePages } from './package-pages.mjs';
import { setup } from './setup.mjs';
import { filesBelow, runIfChanged } from './stamps.mjs';
import { bin, CORES, main, ROOT, run, step } from './steps.mjs';
import { compilerEnvironment } from './toolchain.mjs';

export const PACKAGE = 'web/sapwood';
export const SCALAR_PACKAGE = 'build/scalar/sapwood';
/**
 * Module of `sapwood/all`, a separate .wasm file. The other modules are inlined in JavaScript
 * files.
 */
const ALL_MODULE = 'all';
/** The `all` module with traversal traces, for tools. It has the same glue as `all`. */
const TRACE_MODULE = 'trace';
/** Inlined modules that also exist as .wasm files, for streaming compilation. */
const STREAMED = ['2d', '3d'];

/**
 * Configures a CMake preset from scratch if the presets, the compiler or the checkout's path
 * changed.
 */
async function configure(preset) {
  const inputs = ['CMakePresets.json', '.toolchain/env', 'emsdk-config/toolchain.cmake'];
  const stamp = `build/stamps/configure-${preset}`;
  const outputs = [`build/${preset}/build.ninja`];
  // CTest must run WebAssembly in this Node, not in another version that CMake finds
  const emulator = `-DCMAKE_CROSSCOMPILING_EMULATOR=${process.execPath}`;
  const compiler = preset.startsWith('wasm') ? [emulator] : await compilerOptions(preset);
  const extra = [ROOT, ...compiler].join('\n');
  await runIfChanged(stamp, { inputs, extra, outputs }, () =>
    run('cmake', ['--preset', preset, '--fresh', ...compiler], { env: compilerEnvironment() }),
  );
}

export async function buildPreset(preset, ...targets) {
  await configure(preset);
  const args = ['--build', `build/${preset}`, '-j', String(CORES), '--target', ...targets];
  await run('cmake', args, { env: compilerEnvironment() });
}

/**
 * Writes a file only if its content differs, so that file watchers do not report unchanged files.
 */
function writeChanged(path, content) {
  const target = join(ROOT, path);
  if (existsSync(target) && readFileSync(target).equals(Buffer.from(content))) return;
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, content);
}

const copyChanged = (from, to) => writeChanged(to, readFileSync(join(ROOT, from)));

/** Copies the `trace` module into the folder of `all`, because both modules use the same glue. */
function copyTraced(from, packageFolder) {
  // The linker chooses short names for each module separately. So this code checks that the glue of
  // `trace` contains every statement of the glue of `all`, in any order.
  const partsOf = (name) =>
    new Set(readFileSync(join(ROOT, from, name, 'core.mjs'), 'utf8').split(/[;,{}]/));
  const parts = partsOf(TRACE_MODULE);
  const missing = [...partsOf(ALL_MODULE)].find((part) => !parts.has(part));
  if (missing !== undefined) throw new Error(`module-trace: its glue has no ${missing}`);
  const module = readFileSync(join(ROOT, from, TRACE_MODULE, 'core.wasm'));
  writeChanged(
    `${packageFolder}/dist/wasm/${ALL_MODULE}/trace.wasm`,
    withSignature(module, ALL_MODULE),
  );
}

/**
 * Returns a module as compressed data in Base64. Compression with Zopfli takes seconds and is 5 %
 * better than with zlib, so its result is cached by the hash of the module. `isFast` uses zlib if
 * the cache has no result.
 */
async function compressToText(module, isFast) {
  const hash = createHash('sha256').update(module).digest('hex');
  const cacheFile = `build/deflated/${hash}`;
  if (!existsSync(join(ROOT, cacheFile))) {
    if (isFast) return deflateRawSync(module, { level: 9 }).toString('base64').replace(/=+$/, '');
    const { deflateAsync } = (await import('@gfx/zopfli')).default;
    const packed = await deflateAsync(module, { numiterations: 5 });
    // the package's Base64 decoders expect text without padding
    writeChanged(cacheFile, Buffer.from(packed).toString('base64').replace(/=+$/, ''));
  }
  return readFileSync(join(ROOT, cacheFile), 'utf8');
}

/**
 * Copies a linked module into a package: its glue, and its bytes as a .wasm file or as Base64 text.
 * `isFast` compresses the text with zlib instead of Zopfli.
 */
export async function copyModule(from, packageFolder, name, { isFast = false } = {}) {
  if (name === TRACE_MODULE) return copyTraced(from, packageFolder);
  const to = `${packageFolder}/dist/wasm/${name}`;
  const module = withSignature(readFileSync(join(ROOT, from, name, 'core.wasm')), name);
  // Compresses before writing any file. Otherwise, a program that starts meanwhile could load new
  // glue with an old module.
  const packed = name === ALL_MODULE ? undefined : await compressToText(module, isFast);
  copyGlue(`${from}/${name}/core.mjs`, to);
  if (name === ALL_MODULE || STREAMED.includes(name)) writeChanged(`${to}/core.wasm`, module);
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

/**
 * Copies the glue of a module. Our own glue is copied unchanged. The compiler's glue gets a
 * wrapper, so that it has the interface of our own glue.
 */
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

/**
 * Appends a custom section with the module's name and version. The package rejects a module with an
 * unexpected name, because the glue would call wrong functions.
 */
function withSignature(module, name) {
  const { version } = JSON.parse(readFileSync(join(ROOT, PACKAGE, 'package.json'), 'utf8'));
  const withLength = (text) =>
    Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
  const title = withLength('sapwood');
  const content = Buffer.from(`sapwood/${name.replace('d-', 'd/')} ${version}`);
  const length = title.length + content.length;
  return Buffer.concat([module, Buffer.from([0, length]), title, content]);
}

async function buildModules(preset, packageFolder, names, options) {
  await buildPreset(preset, ...names.map((name) => `module-${name}`));
  for (const name of names) {
    await copyModule(`build/${preset}/modules`, packageFolder, name, options);
  }
}

/** Removes compiled files whose source no longer exists, because tsc does not remove them. */
function removeOrphans() {
  for (const path of filesBelow(`${PACKAGE}/dist`)) {
    const source = path.match(/^(.*)\/dist\/(.*?)(\.js|\.d\.ts)$/);
    const isBytes = path.endsWith('/bytes.js');
    if (source && !isBytes && !existsSync(join(ROOT, source[1], 'src', `${source[2]}.ts`))) {
      rmSync(join(ROOT, path));
    }
  }
}

export async function compilePackage() {
  writeEntries();
  const inputs = [`${PACKAGE}/src`, `${PACKAGE}/tsconfig.json`, 'tsconfig.base.json'];
  inputs.push('package-lock.json');
  const outputs = [`${PACKAGE}/dist/entries/index.js`, `${PACKAGE}/dist/entries/index.d.ts`];
  await runIfChanged('build/stamps/package', { inputs, outputs }, async () => {
    // Windows cannot execute the script of tsc directly
    await run(process.execPath, [bin('tsc'), '-p', PACKAGE]);
    removeOrphans();
  });
  for (const path of filesBelow(`${PACKAGE}/src`)) {
    if (/\.d\.m?ts$/.test(path)) copyChanged(path, path.replace('/src/', '/dist/'));
  }
  writePackagePages();
}

/**
 * Copies the package to a folder, for tests of the `sapwood/all` module of another CMake preset.
 * The copy contains only that module.
 */
export async function assemblePackage(preset, folder) {
  for (const path of filesBelow(`${PACKAGE}/dist`, `${PACKAGE}/package.json`)) {
    if (!path.includes('/dist/wasm/')) copyChanged(path, path.replace(PACKAGE, folder));
  }
  await buildModules(preset, folder, [ALL_MODULE]);
}

export const assembleScalarPackage = () => assemblePackage('wasm-scalar', SCALAR_PACKAGE);

/**
 * Modules with a single structure. They represent all structures in most tests, and the landing
 * page loads the spatial hash.
 */
const SAMPLES = ['2d-spatial-hash', '2d-hash-grid', '3d-sphere-tree'];
const MESHES = ['2d-mesh', '3d-mesh'];

/** The small modules that the playground and most tests need. */
export const GAME_MODULES = [...STREAMED, ...SAMPLES, ...MESHES];

/**
 * Builds what the playground and most tests need: `sapwood/all`, with and without traces, and the
 * small modules.
 */
export async function build() {
  await step('build: wasm core', () => buildModules('wasm', PACKAGE, [ALL_MODULE, TRACE_MODULE]));
  await step('build: package', compilePackage);
  await step('build: game modules', async () => {
    await buildModules('wasm', PACKAGE, GAME_MODULES);
    await buildPreset('wasm', 'lists');
  });
}

/**
 * Builds the inlined modules that `build` omits, for tests that run the playground's example
 * program of each structure.
 */
export async function buildAllModules() {
  const names = inlinedModules().filter((name) => !GAME_MODULES.includes(name));
  await step('build: other modules', () => buildModules('wasm', PACKAGE, names, { isFast: true }));
}

export async function buildPackage() {
  await build();
  await step('build: all modules', () => buildModules('wasm', PACKAGE, inlinedModules()));
  // Imported here because sizes.mjs requires a bundler, which the playground does not need.
  const { writeSizes } = await import('./sizes.mjs');
  await step('write: docs/size.md', writeSizes);
  // Copies README.md, which now contains the new sizes.
  writePackagePages();
}

async function assemble(names) {
  for (const name of names) await copyModule('build/wasm/modules', PACKAGE, name);
  await compilePackage();
}

/** Returns the inputs of the playground build, except the package. */
export function playgroundSources() {
  const own = filesBelow('web/playground').filter(
    (file) => !file.startsWith('web/playground/dist/'),
  );
  const folders = ['web/measuring', 'web/peers', 'web/published', 'web/scenes', 'tests/scenes'];
  return [...own, ...folders, 'package-lock.json'];
}

export async function buildPlayground() {
  const inputs = [...playgroundSources(), `${PACKAGE}/dist`];
  const outputs = ['web/playground/dist/index.html'];
  await runIfChanged('build/stamps/playground', { inputs, outputs }, () =>
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
