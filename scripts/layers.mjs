// Checks that C++ files include only headers that layers.json allows, and that no file is too long.
// dependency-cruiser checks TypeScript imports (.dependency-cruiser.mjs).
//
// A rule of layers.json applies to an include if the file matches `files` and the header matches
// `targets`. The include is a violation if the header matches no pattern of `allow`. In `allow`, $1
// and $2 are the groups that `files` captures. A header is a path from the root, or `<header>` for
// system headers.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow } from './stamps.mjs';
import { ROOT } from './steps.mjs';

const CPP = /\.(hpp|cpp|inl|h)$/;
const LINE_LIMITED = /\.(hpp|cpp|inl|h|tsx?|mts|mjs|js|css|html)$/;
const GENERATED = /\/(dist|results|output)\//;

/**
 * Returns the headers that a file includes: paths from the root, or `<header>` for system headers.
 */
function targetsOf(file, text) {
  const targets = [];
  for (const [, open, name] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/gm)) {
    if (name.startsWith('sapwood/')) targets.push(`cpp/include/${name}`);
    else if (open === '<') targets.push(`<${name}>`);
    else targets.push(posix.join(posix.dirname(file), name));
  }
  return targets;
}

function fillGroups(pattern, groups) {
  return pattern.replace(/\$(\d)/g, (_, index) =>
    groups[Number(index)].replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
}

const DOC_COMMENT = /^ *\/\*\*[\s\S]*?\*\/\n/gm;

export function violations(file, text, { rules, maxLines }) {
  const found = [];
  // doc comments do not count, because they are API reference
  const lines = text.replaceAll(DOC_COMMENT, '').split('\n').length - 1;
  if (LINE_LIMITED.test(file) && lines > maxLines) {
    found.push(`${file}: ${lines} lines without doc comments, more than ${maxLines}`);
  }
  const targets = CPP.test(file) ? targetsOf(file, text) : [];
  for (const rule of rules) {
    const match = file.match(rule.files);
    if (!match) continue;
    const allowed = rule.allow.map((pattern) => new RegExp(fillGroups(pattern, match)));
    for (const target of targets) {
      if (!new RegExp(rule.targets).test(target)) continue;
      if (!allowed.some((pattern) => pattern.test(target))) {
        found.push(`${file}: uses ${target}; ${rule.why}`);
      }
    }
  }
  return found;
}

export function checkLayers() {
  const config = JSON.parse(readFileSync(join(ROOT, 'scripts/layers.json'), 'utf8'));
  return filesBelow(...config.sources)
    .filter((file) => LINE_LIMITED.test(file) && !GENERATED.test(file))
    .flatMap((file) => violations(file, readFileSync(join(ROOT, file), 'utf8'), config));
}
