import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Declaration,
  type Declarations,
  gapsIn,
  type Reference,
  readDeclarations,
} from './declarations.ts';
import { packageFolder } from './package-folder.ts';

const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));

/** Declaration files of all entry points; folders of a pattern hold one each. */
function entryFiles(): string[] {
  const targets = Object.values(manifest.exports as Record<string, { types?: string }>);
  const files = targets.flatMap(({ types }) => {
    if (types === undefined) return [];
    if (!types.includes('*')) return [join(packageFolder, types)];
    const [folder, ending] = types.split('*');
    const names = readdirSync(join(packageFolder, folder), 'utf8');
    return names
      .filter((name) => name.endsWith(ending))
      .map((name) => join(packageFolder, folder, name));
  });
  // the package of another flavor has fewer modules
  return files.filter((file) => !file.includes('/wasm/') || existsSync(file));
}

const filesRead = new Map<string, Declarations>();

function read(file: string): Declarations {
  const known = filesRead.get(file);
  if (known !== undefined) return known;
  const declarations = readDeclarations(readFileSync(file, 'utf8'));
  filesRead.set(file, declarations);
  return declarations;
}

const fileOf = (importer: string, specifier: string) =>
  join(dirname(importer), specifier.replace(/\.js$/, '.d.ts'));

/** Everything that a file exports, with what was re-exported from others. */
function exportsOf(file: string): Map<string, Reference> {
  const { exports, stars } = read(file);
  const all = new Map<string, Reference>();
  for (const star of stars) {
    for (const name of exportsOf(fileOf(file, star)).keys()) all.set(name, { from: star, name });
  }
  for (const [name, reference] of exports) all.set(name, reference);
  return all;
}

interface Found {
  readonly file: string;
  readonly declarations: readonly Declaration[];
}

/** The declarations behind a name of a file; it may be imported, or exported from elsewhere. */
function find(file: string, { from, name }: Reference): Found {
  if (from === undefined) {
    const { own, imports } = read(file);
    const declarations = own.get(name);
    if (declarations !== undefined) return { file, declarations };
    const imported = imports.get(name);
    if (imported !== undefined) return find(file, imported);
    throw new Error(`${file}: nothing is called ${name}`);
  }
  const target = fileOf(file, from);
  const reference = exportsOf(target).get(name);
  if (reference === undefined) throw new Error(`${target}: ${name} is not exported`);
  return find(target, reference);
}

/** Declarations that are public, by file and name: what is exported, and what that extends. */
function publicDeclarations(entries: readonly string[]): Map<string, Found> {
  const found = new Map<string, Found>();
  const add = (one: Found) => {
    const key = `${relative(packageFolder, one.file)}: ${one.declarations[0].name}`;
    if (found.has(key)) return;
    found.set(key, one);
    const { own, imports } = read(one.file);
    for (const name of one.declarations.flatMap(({ bases }) => bases)) {
      // others are the language's own, such as Error
      if (own.has(name) || imports.has(name)) add(find(one.file, { from: undefined, name }));
    }
  };
  for (const entry of entries) {
    for (const reference of exportsOf(entry).values()) add(find(entry, reference));
  }
  return found;
}

const entries = entryFiles();
const found = publicDeclarations(entries);

const SAMPLE = `/// <reference lib="esnext" />
import { type Other as Base } from './other.js';
export * from './common.js';
export type { Base, Fine as Good } from './other.js';
/** Told. */
export declare class Told extends Base<number> implements Thing {
    #private;
    private hidden;
    constructor();
    /** Told. */
    size: number;
    readonly untold: number;
    /** The first one speaks for both. */
    find(id: number): number;
    find(name: string): number;
    /** Read and written. */
    get length(): number;
    set length(value: number);
    static make(options: {
        /** Of another one. */
        inner: number;
    }): Told;
    /** Also told. */
    readonly [Symbol.dispose]: () => void;
}
/** {@inheritDoc Told} */
export declare class Referring extends Told {
    constructor(size: number);
}
/**
 * Of the first one.
 */
export declare function twice(one: string): void;
export declare function twice(one: number): void;
/** */
export type Choice = 'a' | 'b';
/** Kinds. */
export declare const Kind: {
    readonly A: 0;
    /** Told. */
    readonly B: 1;
};
export type Kind = (typeof Kind)[keyof typeof Kind];
interface Local {
    [name: string]: number;
}
export {};
`;

test('the reader of declarations finds the gaps of a text', () => {
  const { own, imports, exports, stars } = readDeclarations(SAMPLE);
  expect(gapsIn(Array.from(own.values()).flat())).toEqual([
    'Told.untold',
    'Told.make',
    'Referring',
    'Referring.constructor',
    'Choice',
    'Kind.A',
    'Kind',
    'Local',
    'Local.[name: string]',
  ]);
  expect(own.get('Told')?.[0].bases).toContain('Base');
  expect(own.get('Told')?.[0].members).toHaveLength(6);
  expect(imports.get('Base')).toEqual({ from: './other.js', name: 'Other' });
  expect(exports.get('Good')).toEqual({ from: './other.js', name: 'Fine' });
  expect(Array.from(exports.keys())).toEqual(
    expect.arrayContaining(['Told', 'twice', 'Kind', 'Base']),
  );
  expect(exports.has('Local')).toBe(false);
  expect(stars).toEqual(['./common.js']);
});

test.each(['export declare module a {', 'export = a;', '    lost: number;'])(
  'the reader of declarations refuses what it does not know: %s',
  (line) => expect(() => readDeclarations(line)).toThrow('in another form'),
);

test('the public declarations are found', () => {
  expect(entries.length).toBeGreaterThanOrEqual(32);
  const members = Array.from(found.values()).flatMap(({ declarations }) =>
    declarations.flatMap(({ name, members }) => members.map((member) => `${name}.${member.name}`)),
  );
  expect(members).toEqual(
    expect.arrayContaining([
      'RegionQueries.queryBox',
      'IndexBase.constructor',
      'SapwoodError.code',
      'DynamicTreeOptions.margin',
      'NodeKind.Leaf',
      'RayHit.id',
      'SceneFigures.extent',
    ]),
  );
  expect(found.size).toBeGreaterThan(200);
  expect(members.length).toBeGreaterThan(250);
});

test('every public declaration and member says what it is', () => {
  const gaps = Array.from(found).flatMap(([key, { declarations }]) =>
    gapsIn(declarations).map((gap) => key.replace(/: .*/, `: ${gap}`)),
  );
  expect(gaps).toEqual([]);
});

test('the class of an entry point says what the class of the structure says', () => {
  const classes = Array.from(found.values()).filter(
    ({ declarations: [one] }) => one.kind === 'class' && one.bases.includes(`${one.name}Base`),
  );
  expect(classes.length).toBeGreaterThanOrEqual(3);
  for (const { file, declarations } of classes) {
    const [{ name, comment, bases }] = declarations;
    const [base] = find(file, { from: undefined, name: bases[0] }).declarations;
    expect(comment, `${file}: ${name}`).toBe(base.comment);
  }
});
