import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  readManifest,
  repositoryOf,
  repositoryProblems,
  withAbsoluteLinks,
  withRepositoryFields,
} from './package-pages.mjs';
import { ROOT } from './steps.mjs';

const manifest = {
  version: '1.2.3',
  repository: { url: 'git+https://github.com/someone/trees.git' },
  homepage: 'https://github.com/someone/trees#readme',
  bugs: { url: 'https://github.com/someone/trees/issues' },
};

test('homepage and bugs follow from the repository', () => {
  assert.deepEqual(repositoryProblems(readManifest()), []);
  assert.deepEqual(repositoryProblems(manifest), []);
  assert.equal(repositoryProblems({ ...manifest, homepage: 'https://example.com' }).length, 1);
  const moved = JSON.stringify(manifest, null, 2).replace('someone/trees.git', 'other/wood.git');
  assert.deepEqual(repositoryProblems(JSON.parse(withRepositoryFields(moved))), []);
});

test('an address that is not on GitHub is rejected', () => {
  const repository = { url: 'https://example.com/trees' };
  assert.throws(() => repositoryOf({ ...manifest, repository }), /not a GitHub address/);
});

test('relative links and images become absolute, other links stay', () => {
  const page = '[a](docs/a.md#part) ![b](docs/b.png) [c](https://example.com) [d](#here)\n';
  assert.equal(
    withAbsoluteLinks(page, repositoryOf(manifest)),
    '[a](https://github.com/someone/trees/blob/v1.2.3/docs/a.md#part) ' +
      '![b](https://raw.githubusercontent.com/someone/trees/v1.2.3/docs/b.png) ' +
      '[c](https://example.com) [d](#here)\n',
  );
});

test('markers of generated parts are removed', () => {
  const page = 'a\n\n<!-- sizes: begin -->\n\nb\n\n<!-- sizes: end -->\n\nc\n';
  assert.equal(withAbsoluteLinks(page, repositoryOf(manifest)), 'a\n\nb\n\nc\n');
});

for (const name of ['README.md', 'CHANGELOG.md', 'llms.txt']) {
  test(`relative links of ${name} lead to files`, () => {
    const page = readFileSync(join(ROOT, name), 'utf8');
    const links = [...page.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path]) => path);
    const missing = links.filter((path) => !existsSync(join(ROOT, path)));
    assert.deepEqual(missing, []);
  });
}
