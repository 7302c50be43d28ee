import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const packageFolder =
  process.env.SAPWOOD_PACKAGE ?? fileURLToPath(new URL('../../../web/sapwood', import.meta.url));
/** What the package under test has in place of an entry point. */
const files = {
  sapwood: 'entries/index',
  'sapwood/2d': 'generated/2d',
  'sapwood/all': 'entries/all',
};

/** The JavaScript blocks behind the mark. */
function markedBlocks(file: string): string[] {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const marked = /<!-- runs in CI -->\s*```(?:js|javascript|ts)\n([\s\S]*?)```/g;
  return [...text.matchAll(marked)].map(([, code]) => code);
}

/** What the code prints, with the package under test in place of the installed one. */
function run(code: string): string {
  const linked = Object.entries(files).reduce((text, [name, file]) => {
    const { href } = pathToFileURL(`${packageFolder}/dist/${file}.js`);
    return text.replaceAll(`'${name}'`, JSON.stringify(href));
  }, code);
  const options = { encoding: 'utf8', timeout: 600_000 } as const;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', linked], options);
}

/** Field names and numbers of a value as it is printed or written; the kind and length of arrays left out. */
function wordsOf(text: string): string[] {
  const values = text.replace(/\w+Array(\(\d+\))?/, '');
  return [...values.matchAll(/[a-z]+:|-?\d+(?:\.\d+)?/g)].map(String);
}

/** `console.log(...); // output` */
function promised(code: string): string[][] {
  const comments = [...code.matchAll(/console\.log\(.*\);? *\/\/ *(.+)$/gm)];
  return comments.map(([, comment]) => wordsOf(comment));
}

test('the example of the README runs and prints what it says', () => {
  const blocks = markedBlocks('README.md');
  expect(blocks.length).toBeGreaterThan(0);
  for (const code of blocks) {
    const printed = run(code).trim().split('\n').map(wordsOf);
    expect(printed.length).toBeGreaterThan(0);
    expect(printed).toEqual(promised(code));
  }
});

test('the example of docs/world.md prints what stands behind it', () => {
  const [code] = markedBlocks('docs/world.md');
  const page = readFileSync(new URL('../../../docs/world.md', import.meta.url), 'utf8');
  const printed = page.match(/It prints\s*```\n([\s\S]*?)```/)?.[1];
  expect(run(code)).toBe(printed);
});
