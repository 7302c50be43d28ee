/** Programs that the page shows for a view run unchanged and print the numbers of the page. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { structures } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import {
  BOX_FILE,
  type Snippet,
  snippet,
} from '../../../web/playground/src/features/code/snippet.js';
import { projectFields } from '../../../web/playground/src/features/code/stackblitz.js';
import { prepare, withScene } from './scene.js';

/** Folder of the programs. It is in this workspace, so that they can import the package by name. */
const output = fileURLToPath(new URL('../output/', import.meta.url));

beforeAll(async () => {
  mkdirSync(output, { recursive: true });
  await prepare();
});

function saveProgram(name: string, { code, file }: Snippet): string {
  const folder = `${output}snippet-${name}/`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}main.mjs`, code);
  if (file !== null) writeFileSync(`${folder}${BOX_FILE}`, file);
  return `${folder}main.mjs`;
}

const places = 'ball=0.5,0.5,0.5,0.3&box=0.5,0.5,0.5,0.3,0.3,0.3';

test('a program passes the predefined space of its structure', async () => {
  const address = 'v=1&scene=uniform&n=200&play=0&dim=2&structure=quadtree&q=box';
  const made = async (hash: string) => {
    let program: Snippet = { code: '', file: null };
    await withScene(hash, ({ session }) => {
      program = snippet(session, 'boxes');
    });
    return program;
  };
  expect((await made(address)).code).not.toContain('space');
  const program = await made(`${address}&o.space=scene`);
  expect(program.code).toMatch(/new Quadtree\(\{ space: \[[^,\]]+(, [^,\]]+){3}\] \}\);/);
  execFileSync(process.execPath, [saveProgram('space', program)], { cwd: output });
});

test.each(['box', 'sphere', 'ray', 'nearest', 'frustum'] as const)(
  'a program with a %s query prints the numbers of the page, for every structure',
  async (query) => {
    const queried = structures.filter(({ capabilities }) => capabilities.has(query));
    expect(queried.length).toBeGreaterThan(10);
    const files: string[] = [];
    let expected = '';
    for (const [i, { dimensions, id }] of queried.entries()) {
      const dim = query === 'frustum' || i % 2 === 0 || !dimensions.includes(2) ? 3 : 2;
      // a program with few boxes contains them, and a program with many boxes reads a file
      const n = i % 3 === 0 ? 40 : 200;
      const address = `v=1&scene=uniform&n=${n}&play=0&dim=${dim}&structure=${id}&q=${query}&${places}`;
      await withScene(address, ({ hits, session, side }) => {
        const { nodeVisits, itemTests } = side.queryCounters;
        expect(hits.length, id).toBeGreaterThan(0);
        expected +=
          `${id}: ${hits.length} hits, ${nodeVisits} node visits, ${itemTests} item tests\n` +
          `${id}: ${side.pairCount} pairs\n`;
        files.push(saveProgram(`${query}-${i}`, snippet(session, 'boxes')));
      });
    }
    expect(files.every((file) => !readFileSync(file, 'utf8').includes('sapwood/all'))).toBe(true);
    const all = `${output}snippets-${query}.mjs`;
    writeFileSync(all, files.map((file) => `await import(${JSON.stringify(file)});\n`).join(''));
    expect(execFileSync(process.execPath, [all], { encoding: 'utf8', cwd: output })).toBe(expected);
  },
);

test('two structures of different entry points run in one program', async () => {
  const address = 'v=1&scene=uniform&n=40&play=0&dim=2&structure=hash-grid&with=wide-tree&q=none';
  await withScene(address, ({ session }) => {
    const file = saveProgram('two', snippet(session, 'boxes'));
    const lines = execFileSync(process.execPath, [file], { encoding: 'utf8' }).trim().split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual(['hash-grid', 'wide-tree']);
    expect(new Set(lines.map((line) => line.split(': ')[1])).size).toBe(1);
  });
});

test('the fields for StackBlitz contain a project that runs', async () => {
  const address = `v=1&scene=uniform&n=200&play=0&dim=3&structure=wide-tree&q=box&${places}`;
  await withScene(address, ({ hits, session, side }) => {
    const fields = projectFields(snippet(session, 'boxes'));
    const folder = `${output}stackblitz/`;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const names: string[] = [];
    for (const [name, content] of fields) {
      const [, file] = name.match(/^project\[files\]\[(.+)\]$/) ?? [];
      if (!file) continue;
      names.push(file);
      writeFileSync(`${folder}${file}`, content);
    }
    expect(names.sort()).toEqual(['boxes.json', 'index.html', 'main.js', 'package.json']);
    expect(fields.get('project[template]')).toBe('node');
    const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
    expect(Object.keys(manifest.dependencies)).toEqual(['sapwood']);
    expect(readFileSync(`${folder}index.html`, 'utf8')).toContain("import('./main.js')");
    // the program imports the package of this repository instead of an installed package
    const printed = execFileSync(process.execPath, ['main.js'], { encoding: 'utf8', cwd: folder });
    expect(printed).toContain(`wide-tree: ${hits.length} hits`);
    expect(printed).toContain(`wide-tree: ${side.pairCount} pairs`);
  });
});
