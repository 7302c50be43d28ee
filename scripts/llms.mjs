// Generates llms.txt, the list of all documentation pages (llmstxt.org). The order and the sections
// come from docs/README.md; the title and the first sentence come from each page.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './stamps.mjs';
import { ROOT } from './steps.mjs';

export const LIST = 'llms.txt';
const GUIDE = 'docs/README.md';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');

export function summaryOf(path, text) {
  const title = text.match(/^# (.+)$/m)?.[1];
  const paragraphs = text.replace(/^# .+$/m, '').split(/\n{2,}/);
  const sentences = paragraphs
    .filter((one) => /^\s*(?!```)[\w`*["(]/.test(one))
    .map((one) => one.trim().replaceAll(/\s+/g, ' '))
    .map((one) => one.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    .flatMap((one) => one.match(/^.*?[.:?!](?= |$)/) ?? []);
  const sentence = sentences[0]?.replace(/:$/, '.');
  if (!title || !sentence) throw new Error(`${path}: expected a title and a sentence after it`);
  return { title, sentence };
}

/**
 * Returns the sections of docs/README.md with the pages that they link to. A page is listed only in
 * the first section that links to it.
 */
function sectionsOf(guide) {
  const seen = new Set();
  return guide
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title, ...lines] = section.split('\n');
      const links = [...lines.join('\n').matchAll(/\]\(([\w./-]+\.md)\)/g)];
      const pages = links.map(([, path]) => `docs/${path}`).filter((path) => !seen.has(path));
      for (const path of pages) seen.add(path);
      return { title, pages: [...new Set(pages)] };
    });
}

/**
 * Returns the text of llms.txt, and messages about pages that do not exist or that docs/README.md
 * does not link to.
 */
export function readList() {
  const sections = [{ title: 'Package', pages: ['README.md'] }];
  sections.push(...sectionsOf(read(GUIDE)));
  const listed = sections.flatMap(({ pages }) => pages);
  const missing = listed.filter((path) => !existsSync(join(ROOT, path)));
  const unlisted = filesBelow('docs').filter(
    (path) => path.endsWith('.md') && path !== GUIDE && !listed.includes(path),
  );
  const problems = [
    ...missing.map((path) => `${GUIDE}: links to ${path}, which does not exist`),
    ...unlisted.map((path) => `${GUIDE}: does not link to ${path}`),
  ];
  const lines = ({ title, pages }) => {
    const found = pages.filter((path) => !missing.includes(path));
    const items = found.map((path) => {
      const { title: name, sentence } = summaryOf(path, read(path));
      return `- [${name}](${path}): ${sentence}`;
    });
    return `## ${title}\n\n${items.join('\n')}\n`;
  };
  const { description } = JSON.parse(read('web/sapwood/package.json'));
  const text = ['# Sapwood\n', `> ${description}\n`, ...sections.map(lines)].join('\n');
  return { text, problems };
}
