/**
 * Code blocks of the documentation, and examples in doc comments of the API, compile in a strict
 * project and run.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Block,
  blocksIn,
  blocksOf,
  documentationPages,
  exampleBlocks,
  examplesIn,
} from './blocks.js';
import { nameOf, Project } from './project.js';

const blocks = [...documentationPages().flatMap(blocksOf), ...exampleBlocks()];
const isReact = ({ language }: Block) => language === 'jsx' || language === 'tsx';
const runs = blocks.filter((block) => block.notRun === undefined && !isReact(block));

/**
 * Maximum number of code blocks that cannot run in Node. The documentation page gives a reason for
 * each.
 */
const MAX_NOT_RUN = 4;

let project: Project;
beforeAll(() => {
  project = new Project();
});
afterAll(() => project.remove());

/** Removes quotes, and the type name and length that Node prints before an array. */
function textOf(text: string): string {
  return text.replaceAll(/\w+Array(\(\d+\))? ?|['"]/g, '').trim();
}

/** Returns the field names, numbers, booleans and hyphenated words in a text. */
function wordsOf(text: string): string[] {
  return [...textOf(text).matchAll(/[A-Za-z]+:|-?\d+(?:\.\d+)?|\btrue|\bfalse|[a-z]+-[a-z]+/g)].map(
    String,
  );
}

function expectedOutput(code: string): string[] {
  return Array.from(code.matchAll(/console\.log\(.*\);? *\/\/ *(.+)$/gm), ([, comment]) => comment);
}

/**
 * Compares a printed line with the comment after its `console.log`: the values, or the whole text
 * if it has no values.
 */
function expectPrinted(line: string, comment: string): void {
  const values = wordsOf(comment);
  if (values.length > 0) expect(wordsOf(line)).toEqual(values);
  else expect(textOf(line)).toBe(textOf(comment));
}

describe('code blocks of the documentation', () => {
  test('compile in the strict project of Vite', () => {
    expect(project.compile(blocks.filter(({ notRun }) => notRun === undefined))).toBe('');
  });

  const named = runs.map((block) => ({ name: nameOf(block), block }));
  test.concurrent.each(named)('run: $name', async (one) => {
    const { code, prints } = one.block;
    const printed = await project.run(one.block);
    if (prints !== undefined) {
      expect(printed).toBe(prints);
      return;
    }
    const comments = expectedOutput(code);
    if (comments.length === 0) return;
    const lines = printed.trim().split('\n');
    expect(lines).toHaveLength(comments.length);
    for (const [i, line] of lines.entries()) expectPrinted(line, comments[i]);
  });

  test('that cannot run are limited in number and have a reason', () => {
    const reasons = blocks.flatMap(({ notRun }) => (notRun === undefined ? [] : [notRun]));
    expect(reasons.length).toBeLessThanOrEqual(MAX_NOT_RUN);
    for (const reason of reasons) expect(reason.length).toBeGreaterThan(20);
  });
});

describe('an incorrect block', () => {
  const block = (code: string): Block => ({
    ...{ page: 'wrong.md', line: 1, language: 'ts', preludes: ['game'], after: '' },
    code,
  });

  test('does not compile if a variable is unused or a type is wrong', async () => {
    const other = new Project();
    expect(other.compile([block("const found = index.queryBox('all');\n")])).toMatch(
      /'found' is declared but[\s\S]*'string' is not assignable/,
    );
    other.remove();
  });

  test('fails if it throws, also in a function that is called later', async () => {
    const code = 'function frame() { draw(index.queryFrustum(camera as never)); }\n';
    await expect(project.run({ ...block(code), after: 'frame();' })).rejects.toThrow('planes');
  });
});

test('examples in doc comments are read with the prelude of the API', () => {
  const comment =
    '    /**\n     * @example\n     * ```ts\n     * a;\n     *\n     * b;\n     * ```\n     */\n';
  const [example, ...more] = examplesIn('a.d.ts', comment);
  expect(example).toMatchObject({ line: 3, code: 'a;\n\nb;\n', preludes: ['all'] });
  expect(more).toEqual([]);
  expect(exampleBlocks().length).toBeGreaterThan(50);
});

describe('reading code blocks', () => {
  const page = [
    '<!-- not run: it needs a server -->',
    '<!-- prelude: scene, camera -->',
    '<!-- then: frame(); -->',
    '<!-- then: check(); -->',
    '```js',
    'frame();',
    '```',
    '',
    '- in a list:',
    '',
    '  ```typescript',
    '  let a = 1;',
    '  ```',
    '',
    '````md',
    '```js',
    'not a separate block',
    '```',
    '````',
    '~~~tsx',
    'x;',
    '~~~',
  ].join('\n');

  test('finds every type of fence and the comments before it', () => {
    expect(blocksIn('a.md', page)).toEqual([
      {
        page: 'a.md',
        line: 5,
        language: 'js',
        code: 'frame();\n',
        preludes: ['scene', 'camera'],
        after: 'frame();\ncheck();',
        notRun: 'it needs a server',
      },
      { page: 'a.md', line: 11, language: 'ts', code: 'let a = 1;\n', preludes: [], after: '' },
      { page: 'a.md', line: 20, language: 'tsx', code: 'x;\n', preludes: [], after: '' },
    ]);
  });
});
