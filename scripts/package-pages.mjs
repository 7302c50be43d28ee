// Writes README.md, CHANGELOG.md and llms.txt of the npm package, with absolute links. A build of
// the package also writes them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './steps.mjs';

const PACKAGE = 'web/sapwood';
/**
 * Repository owner in `repository.url` until the real owner is set. No GitHub account can have this
 * name, because underscores are not allowed.
 */
const PLACEHOLDER = 'OWNER_NOT_SET';
const PAGES = ['README.md', 'CHANGELOG.md', 'llms.txt'];

export const readManifest = () =>
  JSON.parse(readFileSync(join(ROOT, PACKAGE, 'package.json'), 'utf8'));

/** Returns the repository's address without `git+` and `.git`, and addresses derived from it. */
export function repositoryOf({ repository, version }) {
  const url = repository.url.match(/^git\+(https:\/\/github\.com\/[\w-]+\/[\w.-]+)\.git$/)?.[1];
  if (url === undefined) throw new Error(`repository.url: not a GitHub address: ${repository.url}`);
  return {
    url,
    isSet: !url.includes(PLACEHOLDER),
    homepage: `${url}#readme`,
    bugs: `${url}/issues`,
    pages: `${url}/blob/v${version}`,
    images: `${url.replace('github.com', 'raw.githubusercontent.com')}/v${version}`,
  };
}

export function repositoryProblems(manifest) {
  const { homepage, bugs } = repositoryOf(manifest);
  const problems = [];
  if (manifest.homepage !== homepage) problems.push(`homepage: expected ${homepage}`);
  if (manifest.bugs?.url !== bugs) problems.push(`bugs.url: expected ${bugs}`);
  return problems.map((text) => `${PACKAGE}/package.json: ${text}`);
}

/** Returns the manifest's text with `homepage` and `bugs` corrected to match `repository.url`. */
export function withRepositoryFields(text) {
  const { homepage, bugs } = repositoryOf(JSON.parse(text));
  return text
    .replace(/("homepage": )"[^"]*"/, `$1"${homepage}"`)
    .replace(/("bugs": \{\s*"url": )"[^"]*"/, `$1"${bugs}"`);
}

/**
 * Returns a page in which relative links are replaced by URLs with the tag of the release. Removes
 * the comments that mark generated parts.
 */
export function withAbsoluteLinks(page, { images, pages }) {
  return page
    .replace(/(!?)\[([^\]]*)\]\((?!https?:|#)([^)\s]+)\)/g, (_, mark, text, path) =>
      mark ? `![${text}](${images}/${path})` : `[${text}](${pages}/${path})`,
    )
    .replace(/^<!-- .* -->\n\n?/gm, '');
}

/** Writes the pages into the package folder, where git ignores them. */
export function writePackagePages() {
  const repository = repositoryOf(readManifest());
  for (const name of PAGES) {
    const target = join(ROOT, PACKAGE, name);
    const text = withAbsoluteLinks(readFileSync(join(ROOT, name), 'utf8'), repository);
    if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) writePackagePages();
