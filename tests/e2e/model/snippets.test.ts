/** The program that a view is as code runs when it is pasted, and gives the numbers of the page. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { snippet } from '../../../web/playground/src/features/code/snippet.js';
import { prepare, withScene } from './scene.js';

/** From here the package is found by its name. */
const output = fileURLToPath(new URL('../output/', import.meta.url));

beforeAll(async () => {
  mkdirSync(output, { recursive: true });
  await prepare();
});

const places = 'ball=0.5,0.5,0.5,0.3&box=0.5,0.5,0.5,0.3,0.3,0.3';

test('a space that is given ahead stands in the program', async () => {
  const address = 'v=1&scene=uniform&n=200&play=0&dim=2&structure=quadtree&q=box';
  const made = async (hash: string) => {
    let code = '';
    await withScene(hash, ({ session }) => {
      code = snippet(session, 'boxes').code;
    });
    return code;
  };
  expect(await made(address)).not.toContain('space');
  const program = await made(`${address}&o.space=scene`);
  expect(program).toMatch(/new Quadtree\(\{ dimensions: 2, space: \[[^,\]]+(, [^,\]]+){3}\] \}\);/);
  const file = `${output}snippet-space.mjs`;
  writeFileSync(file, program);
  execFileSync(process.execPath, [file], { cwd: output });
});

test.each(['box', 'sphere', 'ray', 'nearest', 'frustum'] as const)(
  '%s, of every structure',
  async (query) => {
    const asked = structures.filter(({ capabilities }) => capabilities.has(query));
    expect(asked.length).toBeGreaterThan(10);
    const files: string[] = [];
    let expected = '';
    for (const [i, { dimensions, id }] of asked.entries()) {
      const dim = query === 'frustum' || i % 2 === 0 || !dimensions.includes(2) ? 3 : 2;
      const address = `v=1&scene=uniform&n=200&play=0&dim=${dim}&structure=${id}&q=${query}&${places}`;
      await withScene(address, ({ hits, session, side }) => {
        const { nodeVisits, itemTests } = side.queryCounters;
        expect(hits.length, id).toBeGreaterThan(0);
        expected +=
          `${id}: ${hits.length} hits, ${nodeVisits} node visits, ${itemTests} item tests\n` +
          `${id}: ${side.pairCount} pairs\n`;
        const file = `${output}snippet-${query}-${i}.mjs`;
        writeFileSync(file, snippet(session, 'boxes').code);
        files.push(file);
      });
    }
    // one after the other in one process: each file is a program of its own
    const all = `${output}snippets-${query}.mjs`;
    writeFileSync(all, files.map((file) => `await import(${JSON.stringify(file)});\n`).join(''));
    expect(execFileSync(process.execPath, [all], { encoding: 'utf8', cwd: output })).toBe(expected);
  },
);
