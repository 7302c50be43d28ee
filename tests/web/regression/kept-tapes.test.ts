import { readdirSync, readFileSync } from 'node:fs';
import { init } from 'sapwood/all';
import { beforeAll, expect, test } from 'vitest';
import { keptTape } from '../tapes/kept-tape.js';
import { playTape } from '../tapes/play-tape.js';

const folders = [new URL('.', import.meta.url), new URL('../../cpp/regression/', import.meta.url)];
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tape'))
    .map((name) => new URL(name, folder)),
);

beforeAll(() => init());

test('there are tapes of earlier failures', () => {
  expect(files.length).toBeGreaterThan(0);
});

test.each(files.map((url) => ({ name: url.pathname.split('/').at(-1), url })))(
  '$name does not fail again',
  ({ url }) => {
    const { choice, bytes } = keptTape(readFileSync(url, 'utf8'));
    expect(playTape(choice, bytes).tally.operations).toBeGreaterThan(0);
  },
);
