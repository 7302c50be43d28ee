import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIST, readList, summaryOf } from './llms.mjs';
import { ROOT } from './steps.mjs';

test('llms.txt lists all pages of the documentation', () => {
  const { text, problems } = readList();
  assert.deepEqual(problems, []);
  assert.equal(readFileSync(join(ROOT, LIST), 'utf8'), text);
});

test('the summary of a page is its title and its first sentence', () => {
  const page =
    '# A page\n\n```\nnpm x.\n```\n\nClass `A` · 2D\n\nReturns [boxes\nof x.y](a.md). More.\n';
  assert.deepEqual(summaryOf('a.md', page), { title: 'A page', sentence: 'Returns boxes of x.y.' });
  assert.throws(() => summaryOf('a.md', '# A page\n\nno sentence\n'), /a\.md/);
});
