import { existsSync, readFileSync } from 'node:fs';
import * as sapwood from 'sapwood/all';
import { type OptionSpec, type StructureEntry, structures } from 'sapwood/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { choicesOf, classNameOf } from '../support/subjects.js';
import {
  type Generated,
  type Listed,
  type ListedOption,
  listedOptions,
  listedStructures,
  loadModule,
} from './module.js';

let core: Generated;
let listed: Listed[];

beforeAll(async () => {
  core = await loadModule();
  listed = listedStructures();
});

const listedOf = ({ id }: StructureEntry) => listed.filter((one) => one.id === id);

const docsPage = ({ id }: StructureEntry) =>
  new URL(`../../../docs/structures/${id}.md`, import.meta.url);

/**
 * Converts an option to the form of the C++ library, which lists only the choices that the
 * dimension supports.
 */
function asListed(option: OptionSpec, dimensions: 2 | 3): ListedOption {
  const { name, kind, min, max } = option;
  if (kind === 'choice') {
    return { name, kind, default: String(option.default), choices: choicesOf(option, dimensions) };
  }
  const perAxis = option.perAxis || undefined;
  return { name, kind, default: String(option.default), min, max, perAxis };
}

test('the registry and the library list the same structures and dimensions', () => {
  const inModule = listed.map(({ id, dimensions }) => `${id} ${dimensions}D`).sort();
  const inRegistry = structures.flatMap(({ id, dimensions }) =>
    dimensions.map((d) => `${id} ${d}D`),
  );
  expect(inRegistry.sort()).toEqual(inModule);
});

test('ids in the registry are unique', () => {
  const ids = structures.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(structures)('$id', (entry) => {
  test('has the capabilities that the C++ concepts find', () => {
    for (const { dimensions, capabilities } of listedOf(entry)) {
      const declared = [...entry.capabilities].filter(
        (one) => one !== 'frustum' || dimensions === 3,
      );
      expect(declared.sort(), `${dimensions}D`).toEqual([...capabilities].sort());
    }
  });

  test('has the capabilities of every structure', () => {
    const required = ['pairs', 'box', 'point', 'sphere', 'nearest', 'inspect'];
    expect([...entry.capabilities]).toEqual(expect.arrayContaining(required));
  });

  test('has the options of the C++ library: names, kinds, defaults, ranges and choices', () => {
    for (const one of listedOf(entry)) {
      const declared = entry.options.map((option) => asListed(option, one.dimensions as 2 | 3));
      expect(declared, `${one.dimensions}D`).toEqual(listedOptions(one));
    }
  });

  test('has an Embind class per dimension and a class of the package', () => {
    for (const { dimensions } of listedOf(entry)) {
      expect(core[`${classNameOf(entry.id)}${dimensions}`]).toBeTypeOf('function');
    }
    const Structure = (sapwood as unknown as Record<string, new () => object>)[
      classNameOf(entry.id)
    ];
    expect(Structure?.prototype).toBeInstanceOf(sapwood.SpatialIndex);
  });

  test('has a title and a sentence about each option', () => {
    for (const dimensions of entry.dimensions) expect(entry.title(dimensions)).toMatch(/^[A-Z]/);
    for (const { name, doc } of entry.options) expect(doc, name).toMatch(/^[A-Z].{10,}\.$/);
  });

  test('has a page in the docs that names its class and every option', () => {
    expect(existsSync(docsPage(entry)), docsPage(entry).pathname).toBe(true);
    const page = readFileSync(docsPage(entry), 'utf8');
    for (const name of [classNameOf(entry.id), ...entry.options.map((option) => option.name)]) {
      expect(page).toContain(`\`${name}\``);
    }
  });
});
