// Stamp files contain the hash of inputs. Work is skipped if its inputs are the same as when it
// last succeeded.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './steps.mjs';

const SKIPPED_FOLDERS = new Set(['node_modules', '.vite', 'output']);

/** Returns all files below the given files and folders (paths relative to the root), sorted. */
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

/**
 * Returns a hash of the names and contents of files. `extra` is a text that the hash also covers.
 */
export function hashOf(paths, extra = '') {
  const hash = createHash('sha256').update(extra);
  for (const path of filesBelow(...paths)) {
    hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest('hex');
}

/**
 * Returns whether a stamp is current: it contains the hash of the inputs, and every output exists.
 * Also returns a function that writes the stamp after the work. It writes the hash from before the
 * work, so that an edit during the work outdates the stamp.
 */
export function readStamp(stampFile, { inputs, extra, outputs = [] }) {
  const stamp = join(ROOT, stampFile);
  const hash = hashOf(inputs, extra);
  const isSame = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  return {
    isCurrent: isSame && outputs.every((path) => existsSync(join(ROOT, path))),
    write() {
      mkdirSync(dirname(stamp), { recursive: true });
      writeFileSync(stamp, hash);
    },
  };
}

/**
 * Runs `work` unless the stamp is current, and writes the stamp if the work succeeds. Returns
 * whether the work ran.
 */
export async function runIfChanged(stampFile, chosen, work) {
  const stamp = readStamp(stampFile, chosen);
  if (stamp.isCurrent) return false;
  await work();
  stamp.write();
  return true;
}
