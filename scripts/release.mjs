// Checks and texts of a release: `release.mjs check [tag]` and `release.mjs notes`. See docs/releasing.md.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inlinedModules } from './entries.mjs';
import { readManifest, repositoryOf } from './package-pages.mjs';
import { main, ROOT, StepError } from './steps.mjs';

/** The changelog's section of a version: its heading and its text. */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version} `));
  if (section === undefined) return undefined;
  const [heading, ...lines] = section.split('\n');
  return { heading, text: lines.join('\n').trim() };
}

/** What prevents the release of a version; `tag` is the tag that was pushed, if any. */
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

/** A table of the modules in the package, with the SHA-256 of each. */
async function moduleTable() {
  // reads the modules that are linked; imported late because it brings a bundler
  const { moduleBytes } = await import('./sizes.mjs');
  const rows = ['all', 'trace', ...inlinedModules()].map((name) => {
    const bytes = moduleBytes(name);
    const hash = createHash('sha256').update(bytes).digest('hex');
    return `| \`${name}\` | ${bytes.length} | \`${hash}\` |`;
  });
  return ['| Module | Bytes | SHA-256 |', '|---|---:|---|', ...rows].join('\n');
}

async function notes() {
  const { version } = readManifest();
  const section = sectionOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  if (section === undefined) throw new StepError(`CHANGELOG.md: no section for ${version}`);
  console.log(`${section.text}\n\n### WebAssembly modules\n\n${await moduleTable()}`);
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
    else if (command === 'notes') await notes();
    else throw new StepError('usage: release.mjs check [tag] | notes');
  });
}
