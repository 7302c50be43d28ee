/** Category and mask bits of items, queries and pairs, also between two indices. */

import type { FilterLike, ItemFilter, SpatialIndex } from 'sapwood/all';
import { generateScene, Mulberry32, oracle } from 'scenes';
import { Case, fullCase } from '../support/cases.js';
import type { Check } from '../support/checks.js';
import { requirePairs, requireSequence, requireSet } from '../support/compare.js';
import { Model } from '../support/model.js';
import { allSubjects, type Subject } from '../support/subjects.js';
import { volume } from '../support/volume.js';
import { rayParts, sphereParts } from './queries.js';

const QUERY_FILTERS: (FilterLike | undefined)[] = [
  undefined,
  0xffffffff,
  0,
  2,
  0x80000000,
  { category: 4 },
  { mask: 5 },
  { category: 0x80000001, mask: 6 },
  {},
];

/** Some boxes are ten times larger. The case is small, because every filter is tested. */
const filteredCase = {
  2: new Case(generateScene('mixed-sizes-2d', { count: 200 })),
  3: new Case(generateScene('mixed-sizes-3d', { count: 200 })),
};

interface Pair {
  readonly index: SpatialIndex;
  readonly model: Model;
}

function built(subject: Subject, boxes: Float32Array): Pair {
  const index = subject.create();
  const model = new Model(subject.dimensions);
  index.build(boxes);
  model.build(boxes);
  return { index, model };
}

/** Random bits that put some items in every group and some in none. */
function randomFilter(random: Mulberry32): ItemFilter {
  const group = 2 ** random.below(4);
  const filters = [
    { category: group },
    { mask: random.below(16) },
    { category: random.below(16), mask: 0x80000000 + random.below(16) },
    { category: 0x80000000 },
    {},
  ];
  return filters[random.below(filters.length)];
}

function filterItems({ index, model }: Pair, seed: number): void {
  const random = new Mulberry32(seed);
  for (const id of model.ids()) {
    if (random.unit() < 0.2) continue;
    const filter = randomFilter(random);
    index.setFilter(id, filter);
    model.setFilter(id, filter);
  }
}

/** Cache per dimension and set of item filters, shared by all subjects. */
type Remembered = (key: string, answer: () => Uint32Array) => Uint32Array;

const answersBy = new Map<string, Map<string, Uint32Array>>();

function rememberedBy(name: string): Remembered {
  const answers = answersBy.get(name) ?? new Map<string, Uint32Array>();
  answersBy.set(name, answers);
  return (key, answer) => {
    const known = answers.get(key) ?? answer();
    answers.set(key, known);
    return known;
  };
}

interface Filtered extends Pair {
  readonly one: Case;
  readonly filter: FilterLike | undefined;
  /** The model's result for this method and filter. */
  readonly expect: (verb: string, query: Float32Array, answer: () => Uint32Array) => Uint32Array;
  readonly where: (query: Float32Array) => () => string;
}

function requireFiltered({ index, model, one, filter, expect, where }: Filtered): void {
  const out = new Uint32Array(one.count);
  for (const { query } of one.boxAnswers()) {
    const expected = expect('box', query, () => model.queryBox(query, filter));
    requireSet(index.queryBox(query, filter), expected, where(query));
    const found = index.queryBoxInto(query, out, filter);
    requireSet(out.slice(0, found), expected, where(query));
    const visited: number[] = [];
    const collect = (id: number) => void visited.push(id);
    index.forEachInBox(query, collect, filter);
    requireSet(Uint32Array.from(visited), expected, where(query));
  }
  for (const { query } of one.pointAnswers()) {
    const around = expect('point', query, () => model.queryPoint(query, filter));
    requireSet(index.queryPoint(query, filter), around, where(query));
    const nearest = expect('nearest', query, () => model.nearest(query, 5, undefined, filter));
    requireSequence(index.nearest(query, 5, undefined, filter).ids, nearest, where(query));
  }
  for (const { query } of one.sphereAnswers()) {
    const [center, radius] = sphereParts(query);
    const expected = expect('sphere', query, () => model.querySphere(query, filter));
    requireSet(index.querySphere(center, radius, filter), expected, where(query));
  }
}

function requireFilteredRays({ index, model, one, filter, expect, where }: Filtered): void {
  for (const { query } of one.rayAnswers()) {
    const expected = expect('ray', query, () => model.raycastAll(query, filter));
    requireSequence(index.raycastAll(...rayParts(query), filter).ids, expected, where(query));
    const hit = index.raycast(...rayParts(query), filter);
    requireSequence(hit ? [hit.id] : [], expected.slice(0, 1), where(query));
  }
}

function requireFilteredFrusta({ index, model, one, filter, expect, where }: Filtered): void {
  for (const { query } of one.frustumAnswers()) {
    const expected = expect('frustum', query, () => model.queryFrustum(query, filter));
    requireSet(index.queryFrustum(query, { filter }), expected, where(query));
  }
}

/** With a seed, items have filters too. */
function checkEveryFilter(subject: Subject, seed?: number): void {
  const one = filteredCase[subject.dimensions];
  const pair = built(subject, one.boxes);
  if (seed !== undefined) filterItems(pair, seed);
  const remembered = rememberedBy(`${subject.dimensions}D, filters of seed ${seed}`);
  for (const filter of QUERY_FILTERS) {
    const shown = JSON.stringify(filter);
    const filtered: Filtered = {
      ...pair,
      one,
      filter,
      expect: (verb, query, answer) => remembered(`${verb} ${query} ${shown}`, answer),
      where: (query) => () => `[${query}], filter ${shown}`,
    };
    requireFiltered(filtered);
    if (subject.has('ray')) requireFilteredRays(filtered);
    if (subject.has('frustum')) requireFilteredFrusta(filtered);
  }
  const pairs = remembered('pairs', () => pair.model.pairs());
  requirePairs(pair.index.pairs(), pairs, () => 'pairs');
  pair.index.dispose();
}

/** Items 0 and 1 accept only each other's group, 2 and 3 accept all. */
function checkInsertFilter(subject: Subject): void {
  const index = subject.create();
  const box = Array.from({ length: 2 * subject.dimensions }, () => 0);
  index.insert(box, { category: 2, mask: 4 });
  index.insert(box, { category: 4, mask: 2 });
  index.insert(box, { category: 2 });
  index.insert(box);
  requirePairs(index.pairs(), [0, 1, 1, 2, 2, 3], () => 'pairs');
  requireSet(index.queryBox(box, 2), [0, 2], () => 'mask 2');
  requireSet(index.queryBox(box, { category: 2 }), [1, 2, 3], () => 'category 2');
  index.dispose();
}

/** Rebuilt indices and reused ids must not keep old filters. */
function checkForgotten(subject: Subject): void {
  const index = subject.create();
  const box = Array.from({ length: 2 * subject.dimensions }, () => 0);
  index.insert(box, { category: 2 });
  index.remove(0);
  index.insert(box);
  requireSet(index.queryBox(box, 2), [], () => 'a reused id');
  index.setFilter(0, { category: 2 });
  index.build(box);
  requireSet(index.queryBox(box, 1), [0], () => 'after build');
  index.dispose();
}

const PARTNER_SCENES = ['clustered', 'giant-and-dust', 'touching-grid'];

/** The short volume pairs each structure with itself and the next in the registry. */
function partnersOf({ id, dimensions }: Subject): Subject[] {
  const all = allSubjects().filter((subject) => subject.dimensions === dimensions);
  const own = all.findIndex((subject) => subject.id === id);
  return volume(all, [all[own], all[(own + 1) % all.length]]);
}

function checkPartners(subject: Subject): void {
  const here = fullCase('mixed-sizes', subject.dimensions);
  const pair = built(subject, here.boxes);
  for (const partner of partnersOf(subject)) {
    for (const scene of PARTNER_SCENES) {
      const there = fullCase(scene, subject.dimensions);
      const other = built(partner, there.boxes);
      const where = () => `with ${partner.name}, ${scene}`;
      const expected = partnerPairs(here, there);
      requirePairs(pair.index.pairsWith(other.index), expected, where);
      requirePairs(swapped(other.index.pairsWith(pair.index)), expected, where);
      other.index.dispose();
    }
  }
  pair.index.dispose();
}

/** Shared by all subjects of a dimension. */
function partnerPairs(here: Case, there: Case): Uint32Array {
  const remembered = rememberedBy(`${here.name} with ${there.name}`);
  return remembered('pairs', () => Uint32Array.from(crossing(here, there)));
}

function crossing(here: Case, there: Case): number[] {
  const stride = 2 * here.dimensions;
  return Array.from({ length: here.count }, (_, id) => {
    const box = here.boxes.subarray(id * stride, (id + 1) * stride);
    return [...oracle.queryBox(there, box)].flatMap((other) => [id, other]);
  }).flat();
}

const swapped = (pairs: Uint32Array) => pairs.map((_, i) => pairs[i ^ 1]);

function checkFilteredPartners(subject: Subject): void {
  const here = built(subject, fullCase('mixed-sizes', subject.dimensions).boxes);
  const there = built(subject, fullCase('clustered', subject.dimensions).boxes);
  filterItems(here, 5);
  filterItems(there, 6);
  const remembered = rememberedBy(`${subject.dimensions}D, partners`);
  const expected = remembered('pairs', () => here.model.pairsWith(there.model));
  requirePairs(here.index.pairsWith(there.index), expected, () => 'filtered');
  here.index.dispose();
  there.index.dispose();
}

export function filterChecks(subject: Subject): Check[] {
  const plain: Check[] = [
    {
      name: 'a query filter meets the default category of items',
      run: () => checkEveryFilter(subject),
    },
    {
      name: 'pairsWith finds the pairs between two indices of any kind',
      run: () => checkPartners(subject),
    },
  ];
  if (!subject.has('dynamic')) return plain;
  return [
    ...plain,
    {
      name: 'items and queries meet when each category is in the mask of the other',
      run: () => checkEveryFilter(subject, 3),
    },
    { name: 'pairs meet when both filters agree', run: () => checkInsertFilter(subject) },
    { name: 'build, remove and insert forget filters', run: () => checkForgotten(subject) },
    { name: 'pairsWith keeps to the filters', run: () => checkFilteredPartners(subject) },
  ];
}
