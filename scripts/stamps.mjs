// Input-hash stamps: work is skipped when its inputs have the same content as at its last success.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './steps.mjs';

const SKIPPED_FOLDERS = new Set(['node_modules', '.vite', 'output']);

/** All files below the given files and folders (paths relative to the root), sorted. */
export function filesBelow(...paths) {
  const found = [];
  const visit = (path) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (!statSync(full).isDirectory()) {
      found.push(path);
      return;
    }
    for (const name of readdirSync(full)) {
      if (!SKIPPED_FOLDERS.has(name)) visit(`${path}/${name}`);
    }
  };
  for (const path of paths) visit(path);
  return found.sort();
}

/** Hash of names and contents; `extra` adds values that are not files. */
export function hashOf(paths, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const path of filesBelow(...paths)) {
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}

/**
 * Runs `work` unless `stampFile` holds the hash of the inputs and every output exists. The stamp is written only after
 * success, with the hash taken before the work: an edit in between makes it run again.
 */
export async function whenChanged(stampFile, { inputs, extra, outputs = [] }, work) {
  const stamp = join(ROOT, stampFile);
  const hash = hashOf(inputs, extra);
  const current = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (current && outputs.every((path) => existsSync(join(ROOT, path)))) return false;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
  return true;
}
