import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest } from './package-pages.mjs';
import { releaseProblems, sectionOf } from './release.mjs';
import { ROOT } from './steps.mjs';

const manifest = {
  version: '1.2.3',
  repository: { url: 'git+https://github.com/someone/trees.git' },
};
const changelog = '# Changelog\n\n## 1.2.3 - 2026-01-31\n\n- Add a.\n\n## 1.2.2 - 2026-01-30\n';

test('a release with an owner, a matching tag and a dated section has no problems', () => {
  assert.deepEqual(releaseProblems({ changelog, manifest, tag: 'v1.2.3' }), []);
  assert.equal(sectionOf(changelog, '1.2.3').text, '- Add a.');
});

test('a placeholder, another tag and a missing date prevent a release', () => {
  const repository = { url: 'git+https://github.com/OWNER_NOT_SET/trees.git' };
  const problemsOf = (changed) => releaseProblems({ changelog, manifest, ...changed });
  assert.match(problemsOf({ manifest: { ...manifest, repository } })[0], /placeholder/);
  assert.match(problemsOf({ tag: 'v1.2.4' })[0], /the tag is v1.2.4/);
  assert.match(problemsOf({ changelog: '## 1.2.3 - Unreleased\n' })[0], /no date/);
  assert.match(problemsOf({ changelog: '## 1.0.0 - 2026-01-01\n' })[0], /no section/);
});

test('the changelog has a section for the version of the package', () => {
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  assert.ok(sectionOf(text, readManifest().version));
});
