// Builds the WebAssembly core and the npm package; every part is skipped when its inputs are unchanged.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setup } from './setup.mjs';
import { filesBelow, whenChanged } from './stamps.mjs';
import { bin, CORES, main, ROOT, run, step } from './steps.mjs';

export const PACKAGE = 'web/sapwood';
export const SCALAR_PACKAGE = 'build/scalar/sapwood';
const MODULE_FILES = ['core.mjs', 'core.wasm'];

/** Configures a CMake preset; again from scratch when the presets, the compiler or the checkout's place changed. */
async function configure(preset) {
  const inputs = ['CMakePresets.json', '.toolchain/env', 'emsdk-config/toolchain.cmake'];
  const stamp = `build/stamps/configure-${preset}`;
  const outputs = [`build/${preset}/build.ninja`];
  await whenChanged(stamp, { inputs, extra: ROOT, outputs }, () =>
    run('cmake', ['--preset', preset, '--fresh']),
  );
}

export async function buildPreset(preset, ...targets) {
  await configure(preset);
  await run('cmake', ['--build', `build/${preset}`, '-j', String(CORES), '--target', ...targets]);
}

/** Copies a file only when its content differs, so that watchers and stamps see no change where there is none. */
function copyChanged(from, to) {
  const source = join(ROOT, from);
  const target = join(ROOT, to);
  if (existsSync(target) && readFileSync(source).equals(readFileSync(target))) return;
  mkdirSync(join(target, '..'), { recursive: true });
  copyFileSync(source, target);
}

function copyModule(preset, packageFolder) {
  for (const file of MODULE_FILES) {
    copyChanged(`build/${preset}/${file}`, `${packageFolder}/dist/wasm/${file}`);
  }
}

/** Removes compiled files whose source is gone: tsc only ever adds. */
function removeOrphans() {
  for (const path of filesBelow(`${PACKAGE}/dist`)) {
    const source = path.match(/^(.*)\/dist\/(.*?)(\.js|\.d\.ts)$/);
    if (source && !existsSync(join(ROOT, source[1], 'src', `${source[2]}.ts`))) {
      rmSync(join(ROOT, path));
    }
  }
}

/** TypeScript of the package to dist/: scripts and declarations. */
export async function compilePackage() {
  const inputs = [`${PACKAGE}/src`, `${PACKAGE}/tsconfig.json`, 'tsconfig.base.json'];
  inputs.push('package-lock.json');
  const outputs = [`${PACKAGE}/dist/index.js`, `${PACKAGE}/dist/index.d.ts`];
  await whenChanged('build/stamps/package', { inputs, outputs }, async () => {
    await run(bin('tsc'), ['-p', PACKAGE]);
    removeOrphans();
  });
  for (const path of filesBelow(`${PACKAGE}/src`)) {
    if (/\.d\.m?ts$/.test(path)) copyChanged(path, path.replace('/src/', '/dist/'));
  }
}

/** The package with the scalar module in its place, for the tests of that flavour. */
export async function assembleScalarPackage() {
  for (const path of filesBelow(`${PACKAGE}/dist`, `${PACKAGE}/package.json`)) {
    const ofModule = MODULE_FILES.some((file) => path.endsWith(`/wasm/${file}`));
    if (!ofModule) copyChanged(path, path.replace(PACKAGE, SCALAR_PACKAGE));
  }
  copyModule('wasm-scalar', SCALAR_PACKAGE);
}

export async function build() {
  await step('build: wasm core', async () => {
    await buildPreset('wasm', 'core');
    copyModule('wasm', PACKAGE);
  });
  await step('build: package', compilePackage);
}

/** The playground as static files, for the browser tests. */
export async function buildPlayground() {
  const folders = ['web/playground', 'web/measuring', 'web/peers', 'web/scenes', 'tests/scenes'];
  const inputs = [...folders, `${PACKAGE}/dist`].flatMap((path) =>
    filesBelow(path).filter((file) => !file.startsWith('web/playground/dist/')),
  );
  inputs.push('package-lock.json');
  const outputs = ['web/playground/dist/index.html'];
  await whenChanged('build/stamps/playground', { inputs, outputs }, () =>
    run(bin('vite'), ['build'], { cwd: join(ROOT, 'web/playground') }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await setup();
    await build();
  });
}
