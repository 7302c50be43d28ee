// The layering check: reads #include and import lines and judges them by the rules in layers.json.
//
// A target is written as a path from the root without TypeScript extension (`web/sapwood/src/raw`), as `<header>` for
// system headers, `npm:name` for packages and `node:name`. A rule judges the imports of files that match `files`
// whose target matches `judges`; one that matches no pattern of `allow` is a violation. In `allow`, $1 and $2 stand
// for the groups of `files`. `valuesOnly` leaves out `import type`.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { filesBelow } from './stamps.mjs';
import { ROOT } from './steps.mjs';

const CPP = /\.(hpp|cpp|inl|h)$/;
const SCRIPT = /\.(tsx?|mts|mjs|js)$/;
const LINE_LIMITED = /\.(hpp|cpp|inl|h|tsx?|mts|mjs|js|css|html)$/;
const GENERATED = /\/(dist|results|output)\//;

function cppTargets(file, text) {
  const targets = [];
  for (const [, open, name] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/gm)) {
    if (name.startsWith('sapwood/')) targets.push(`cpp/include/${name}`);
    else if (open === '<') targets.push(`<${name}>`);
    else targets.push(posix.join(posix.dirname(file), name));
  }
  return targets.map((target) => ({ target, isType: false }));
}

function scriptTarget(file, specifier) {
  if (specifier.startsWith('node:')) return specifier;
  if (!specifier.startsWith('.')) return `npm:${specifier}`;
  const path = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''));
  return path.replace(/\.(tsx?|js)$/, '');
}

function scriptTargets(file, text) {
  const statement =
    /^[ \t]*(?:import|export)\b(?<clause>[^'";=()]*?\bfrom[ \t\n]*|[ \t]*)['"](?<name>[^'"]+)['"]/gm;
  const call = /\bimport\(\s*['"](?<name>[^'"]+)['"]/g;
  const url = /\bnew URL\(\s*['"](?<name>\.[^'"]+)['"]\s*,\s*import\.meta\.url/g;
  return [statement, call, url].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups }) => ({
      target: scriptTarget(file, groups.name),
      isType: /^\s*type\b/.test(groups.clause ?? ''),
    })),
  );
}

/** Targets of all includes or imports in a file's text. */
export function targetsOf(file, text) {
  if (CPP.test(file)) return cppTargets(file, text);
  return SCRIPT.test(file) ? scriptTargets(file, text) : [];
}

function fillGroups(pattern, groups) {
  return pattern.replace(/\$(\d)/g, (_, index) =>
    groups[Number(index)].replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
}

const DOC_COMMENT = /^ *\/\*\*[\s\S]*?\*\/\n/gm;

/** Violations of one file, in words. */
export function violations(file, text, { rules, maxLines }) {
  const found = [];
  // doc comments are the reference of the API: they do not make a file harder to follow
  const lines = text.replaceAll(DOC_COMMENT, '').split('\n').length - 1;
  if (LINE_LIMITED.test(file) && lines > maxLines) {
    found.push(`${file}: ${lines} lines without doc comments, more than ${maxLines}`);
  }
  const targets = targetsOf(file, text);
  for (const rule of rules) {
    const match = file.match(rule.files);
    if (!match) continue;
    const allowed = rule.allow.map((pattern) => new RegExp(fillGroups(pattern, match)));
    for (const { target, isType } of targets) {
      if (!new RegExp(rule.judges).test(target) || (rule.valuesOnly && isType)) continue;
      if (!allowed.some((pattern) => pattern.test(target))) {
        found.push(`${file}: uses ${target}; ${rule.why}`);
      }
    }
  }
  return found;
}

/** Violations of the whole repository. */
export function checkLayers() {
  const config = JSON.parse(readFileSync(join(ROOT, 'scripts/layers.json'), 'utf8'));
  return filesBelow(...config.sources)
    .filter((file) => LINE_LIMITED.test(file) && !GENERATED.test(file))
    .flatMap((file) => violations(file, readFileSync(join(ROOT, file), 'utf8'), config));
}
