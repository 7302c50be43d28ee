import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFolder } from './package-folder.js';

const require = createRequire(import.meta.url);
const compiler = (name: string) =>
  join(dirname(require.resolve(`${name}/package.json`)), 'bin/tsc');

/** TypeScript versions: the oldest supported version and the last version of each major release. */
export const COMPILERS: Readonly<Record<string, string>> = {
  '5.4': compiler('typescript-5.4'),
  '5.9': compiler('typescript-5.9'),
  '6': compiler('typescript'),
  '7': compiler('typescript-7'),
};

const FLAGS = [
  ['--module', 'ESNext'],
  ['--moduleResolution', 'Bundler'],
  ['--target', 'ES2022'],
  ['--lib', 'ES2022,DOM'],
  ['--skipLibCheck', 'false'],
  ['--strict', '--exactOptionalPropertyTypes', '--noEmit'],
].flat();

export function typedProject(sources: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'sapwood-types-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageFolder, join(folder, 'node_modules/sapwood'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Returns the compiler messages about files of a project; the empty string if they compile. */
export function errorsOf(version: string, folder: string, files: readonly string[]): string {
  const args = [COMPILERS[version], ...FLAGS, ...files];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}
