/**
 * Examples in the tour of Explore. An example consists of one to five stops. A stop is an Explore
 * URL with a caption. `features/tour/live-numbers.ts` replaces names in braces with current
 * numbers.
 */

import { conform } from '../state/conform.js';
import { readHash } from '../state/hash-codec.js';
import type { Catalog, Dimensions, Settings } from '../state/settings.js';

interface Stop {
  /** Hash of the Explore URL, without the parameters `v`, `dim` and `tour`. */
  readonly address: string;
  readonly caption: string;
  /** True if the query traversal is played step by step when the stop opens. */
  readonly plays?: true;
  /** True if the caption invites the user to drag the query. */
  readonly yourTurn?: true;
}

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly alt: string;
  /** Numbers of dimensions in which the example is available. The first is the default. */
  readonly dimensions: readonly [Dimensions, ...Dimensions[]];
  readonly stops: readonly Stop[];
}

/**
 * Step number that is greater than the length of any traversal. It selects the complete traversal,
 * in which unvisited nodes are dimmed.
 */
export const ALL_STEPS = 10_000;

const still = 'motion=still&play=0';
const crowd = 'scene=uniform&n=1000&q=box&box=0.5,0.5,0.5,0.08,0.08,0.08';
const crowdInTree = `${crowd}&${still}&structure=static-tree&show=items,hierarchy`;
const strict = `scene=straddlers&n=900&${still}&structure=octree&o.capacity=8`;
const loose = `${strict}&with=loose-octree&w.capacity=8&w.looseness=1.5`;
const column = `scene=x-line&${still}&structure=sort-and-sweep`;
const wide = `scene=random-large-boxes&n=120&${still}`;
const hash = `${wide}&structure=spatial-hash&q=none`;
const drift = 'scene=uniform&n=600&motion=drift&policy=move&structure=dynamic-tree&q=box';
const margins = `${drift}&show=items,hierarchy&o.margin=0&o.prediction=0`;
const swirl = 'scene=clustered&n=2000&motion=swirl&policy=move&structure=dynamic-tree&q=none';
const balance = `${swirl}&show=hierarchy,tree`;
const packed = `scene=uniform&n=1200&${still}&structure=packed-r-tree&show=items,hierarchy,details`;
const packings = `${packed}&q=box&box=0.5,0.5,0.5,0.12,0.12,0.12&levels=1-`;
const clouds = `scene=clustered&n=600&${still}&structure=static-tree&with=sphere-tree`;
const spheres = `${clouds}&show=items,hierarchy&q=sphere&ball=0.75,0.75,0.75,0.12`;
const inView = `scene=uniform&n=800&${still}&show=bodies&q=frustum`;

export const showMe: Example = {
  id: 'show',
  title: 'Show me (1 minute)',
  alt: 'A frame among a thousand boxes',
  dimensions: [2],
  stops: [
    {
      address: `${crowd}&${still}&structure=brute-force&show=items`,
      caption: 'Which boxes touch the frame? Without help, all {n} are tested.',
      plays: true,
    },
    {
      address: crowdInTree,
      caption:
        'Boxes around boxes: if the frame misses a big one, all inside is skipped. {tests} tests, the same {hits} hits.',
      plays: true,
    },
    {
      address: `${crowdInTree}&step=${ALL_STEPS}`,
      caption: 'Your turn: drag the frame. {tests} tests instead of {n}, {hits} hits.',
      yourTurn: true,
    },
    {
      address: `${crowd}&motion=drift&policy=move&structure=dynamic-tree&o.margin=0.5&o.prediction=0&show=items,hierarchy,problems`,
      caption:
        'Everything moves. Each box has some room in its leaf, so {replaced} of {n} boxes were re-inserted this frame.',
    },
    {
      address: `${crowd}&motion=drift&policy=update&structure=hash-grid&with=dynamic-tree&show=items,hierarchy`,
      caption:
        'Same {hits} hits, different work: {tests} tests in the grid (A), {testsB} in the tree (B).',
    },
  ],
};

export const examples: readonly Example[] = [
  {
    id: 'loose',
    title: 'Octree: why cells should overlap',
    alt: 'Cells inside cells, with small boxes on the borders crossed out',
    dimensions: [2, 3],
    stops: [
      {
        address: `${strict}&show=items,hierarchy,problems&q=none`,
        caption:
          'Each box is stored in the smallest cell that encloses it. Boxes across a border fit only into large cells: {stuck} of {n} are stuck there (crossed out).',
      },
      {
        address: `${loose}&show=items,hierarchy,problems&q=none`,
        caption:
          'In B, each cell also accepts boxes that extend beyond its borders, so they sink to cells of their size: {stuck} are stuck in A, {stuckB} in B.',
      },
      {
        address: `${loose}&show=items,hierarchy,problems,details&q=box&box=0.5,0.5,0.5,0.09,0.09,0.09`,
        caption:
          'The disadvantage: the dashed bounds of neighboring cells overlap. The query tests {boxTests} boxes in {visits} cells in A, and {boxTestsB} boxes in {visitsB} cells in B.',
      },
    ],
  },
  {
    id: 'sweep',
    title: 'Sweep and prune: sort along one axis',
    alt: 'Boxes above a line on which each of them is an interval',
    dimensions: [2],
    stops: [
      {
        address: `scene=uniform&n=400&${still}&structure=sort-and-sweep&o.axis=x&show=items,details&q=box`,
        caption:
          'Seen along x alone, every green box might touch the query. The list is sorted along x, so {boxTests} of {n} boxes are tested.',
      },
      {
        address: `${column}&n=200&o.axis=x&show=items,pairs,details&q=box&box=0.5,0.5,0.5,0.12,0.03,0.12`,
        caption:
          'In one column, all intervals overlap along x. The search for pairs makes {pairTests} tests to find {pairs} pairs.',
      },
      {
        address: `${column}&n=200&o.axis=auto&show=items,pairs,details&q=box&box=0.5,0.5,0.5,0.12,0.03,0.12`,
        caption:
          'Here the structure chooses the axis on which the boxes are spread most: {pairTests} tests find the same {pairs} pairs.',
      },
      {
        address: `${column}&n=1000&o.axis=x&with=sweep-and-prune&w.axis=x&show=items,hierarchy&q=none`,
        caption:
          'Sweep and prune (B) also divides the scene across the axis: {pairTestsB} tests for {pairs} pairs. One sorted list (A) needs {pairTests}.',
      },
    ],
  },
  {
    id: 'grid',
    title: 'A grid that misses collisions',
    alt: 'Wide boxes in a grid, some of them crossed out',
    dimensions: [2],
    stops: [
      {
        address: `${hash}&o.cellSize=60&show=items,hierarchy,problems`,
        caption:
          'Filing boxes only by their corners misses pairs that cross between corners: {lost} of {pairs} pairs (crossed out).',
      },
      {
        address: `${hash}&o.cellSize=60&show=items,hierarchy,pairs`,
        caption:
          'Sapwood’s spatial hash files each box in every cell that it covers and finds all {pairs} pairs.',
      },
      {
        address: `${hash}&o.cellSize=20&with=spatial-hash&w.cellSize=0&show=items,hierarchy`,
        caption:
          'Cells far smaller than the boxes cost memory: A uses {kib} KiB. In B, the grid chooses the size of its cells and uses {kibB} KiB.',
      },
      {
        address: `${wide}&structure=hash-grid&show=items,hierarchy&q=box`,
        caption:
          'The hash grid files each box once, by its lowest corner, and stores its cells row by row. The query tests {boxTests} of {n} boxes.',
      },
    ],
  },
  {
    id: 'margins',
    title: 'Fat boxes: fewer updates, slower queries',
    alt: 'Moving boxes, each with a margin around it',
    dimensions: [2],
    stops: [
      {
        address: margins,
        caption:
          'The boxes drift in a tree without margins: {replaced} of {n} boxes were re-inserted this frame.',
      },
      {
        address: `${margins}&with=dynamic-tree&w.margin=0.5&w.prediction=0`,
        caption:
          'In B, each leaf has a margin around its box. This frame, {replacedB} boxes were re-inserted in B, {replaced} in A.',
      },
      {
        address: `${margins}&with=dynamic-tree&w.margin=3&w.prediction=0`,
        caption:
          'A margin that is too large: the leaves in B overlap each other. The query visits {visits} nodes in A, {visitsB} in B.',
      },
    ],
  },
  {
    id: 'balance',
    title: 'Balance a tree by height or by area',
    alt: 'A tree of swirling boxes and its levels as a chart',
    dimensions: [2],
    stops: [
      {
        address: `${balance}&o.balance=none`,
        caption:
          'All {n} boxes swirl, and nothing balances the tree: it is {height} levels high. The chart has a row for each level.',
      },
      {
        address: `${balance}&o.balance=none&with=dynamic-tree&w.balance=height`,
        caption:
          'In B, nodes rotate where one side is deeper: {heightB} levels, {height} in A. The last search for pairs visited {pairVisitsB} nodes in B, {pairVisits} in A.',
      },
      {
        address: `${balance}&o.balance=height&with=dynamic-tree`,
        caption:
          'In B, nodes rotate wherever this makes them smaller: {heightB} levels, {height} in A. The last search for pairs visited {pairVisitsB} nodes in B, {pairVisits} in A.',
      },
    ],
  },
  {
    id: 'packing',
    title: 'Packing an R-tree: by x, in tiles, along a curve',
    alt: 'A line from leaf to leaf along a Hilbert curve',
    dimensions: [2],
    stops: [
      {
        address: `${packings}&o.packing=nearest-x`,
        caption:
          'Packed by x, the leaves are narrow slices. The line runs from leaf to leaf. The query takes {tests} tests.',
      },
      {
        address: `${packings}&o.packing=nearest-x&with=packed-r-tree&w.packing=hilbert`,
        caption:
          'In B, the boxes are packed along a Hilbert curve, so each leaf is compact: {testsB} tests, {tests} in A.',
      },
      {
        address: `${packings}&o.packing=str&with=packed-r-tree&w.packing=hilbert`,
        caption:
          'In A, the slices are cut into tiles: {tests} tests, {testsB} along the curve (B).',
      },
    ],
  },
  {
    id: 'spheres',
    title: 'Bounding boxes vs spheres',
    alt: 'Two clouds of boxes in a tree of circles',
    dimensions: [3, 2],
    stops: [
      {
        address: spheres,
        caption:
          'The same boxes in a tree of boxes (A) and in a tree of spheres (B). The query visits {visits} nodes in A, {visitsB} in B, and finds the same {hits} boxes.',
      },
      {
        address: `${clouds}&show=hierarchy&color=overlap&q=none`,
        caption:
          'The color shows how much siblings overlap. A query in the overlap of two siblings has to visit both.',
      },
    ],
  },
  {
    id: 'build',
    title: 'Building a tree: box by box, or within a budget',
    alt: 'A scene that is cut into smaller and smaller parts',
    dimensions: [2],
    stops: [
      {
        address:
          'scene=uniform&n=300&motion=still&structure=dynamic-tree&show=items,hierarchy&build=insert.12',
        caption:
          'The boxes are inserted one by one: {inserted} of {n}. Colors mark new nodes and nodes with a new parent.',
      },
      {
        address: `scene=clustered&n=300&${still}&structure=kd-tree&show=items,details&q=none`,
        caption:
          'A k-d tree cuts its {n} boxes at the median, on alternating axes. It is {height} levels high.',
      },
      {
        address:
          'scene=clustered&n=3000&motion=still&structure=static-tree&policy=gradual&work=1500&show=items,hierarchy&q=box',
        caption:
          'Built within a budget of 1,500 units of work: the largest frame took {maxWork}. Until the tree is finished, queries use the old one.',
      },
      {
        address:
          'scene=uniform&n=800&motion=teleport&structure=scene-pruner&policy=gradual&work=800&show=items,hierarchy&q=box',
        caption:
          'Rebuilt in the background: boxes that jump are kept in a small tree (dashed) until the rebuild adds them to the large one. The query finds all {hits} boxes that it touches.',
      },
    ],
  },
  {
    id: 'camera',
    title: 'Camera culling: skip what is out of view',
    alt: 'A camera and the boxes in its view, colored from near to far',
    dimensions: [3],
    stops: [
      {
        address: `${inView}&structure=static-tree`,
        caption:
          'The query returns the boxes that the camera sees, nearest first: {hits} of {n} boxes with {boxTests} box tests. Nodes that are completely in view need no more tests.',
      },
      {
        address: `${inView}&structure=sphere-tree`,
        caption:
          'Front to back without sorting: a sphere tree can visit the child on the side of the camera first. {visits} nodes visited, {hits} of {n} boxes in view.',
      },
    ],
  },
];

const all = [showMe, ...examples];

export interface Place {
  readonly example: Example;
  /** Zero-based index. */
  readonly at: number;
  readonly stop: Stop;
}

/** Returns the stop with the given name, such as `loose.2`. Returns null if the name is unknown. */
export function placeOf(name: string | null): Place | null {
  const [id, number] = name?.split('.') ?? [];
  const example = all.find((each) => each.id === id);
  const at = Number(number) - 1;
  return example && at in example.stops ? { example, at, stop: example.stops[at] } : null;
}

/** Returns the hash of the URL of a stop, without `#`. */
export function stopAddress(example: Example, at: number, dim = example.dimensions[0]): string {
  return `v=1&dim=${dim}&${example.stops[at].address}&tour=${example.id}.${at + 1}`;
}

/** Settings that must match a stop. If the user changes other settings, the stop stays open. */
const ESSENTIAL = [
  ...(['scene', 'dim', 'structure', 'options', 'other', 'otherOptions'] as const),
  ...(['policy', 'work', 'motion', 'query', 'color'] as const),
] as const;

export function isAtStop(settings: Settings, { example, at }: Place, catalog: Catalog): boolean {
  if (!example.dimensions.includes(settings.dim)) return false;
  const expected = readHash(stopAddress(example, at, settings.dim), catalog).settings;
  const essence = (of: Settings) =>
    JSON.stringify([of.build !== null, ...ESSENTIAL.map((key) => of[key])]);
  const present = conform(settings, catalog).settings;
  return (
    essence(present) === essence(expected) &&
    [...expected.show].every((layer) => present.show.has(layer))
  );
}

/** Current names of stops by their former names, which old links contain. */
const formerly: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'strict-loose': 'loose.2',
    'strict-loose-flat': 'loose.2',
    'box-sphere': 'spheres.1',
    'fat-margins': 'margins.2',
    balance: 'balance.3',
    packings: 'packing.2',
    tiles: 'packing.3',
    corners: 'grid.1',
    sweep: 'sweep.1',
    planes: 'build.2',
    camera: 'camera.1',
    'split-planes': 'camera.2',
    build: 'build.1',
    growing: 'build.3',
    background: 'build.4',
    'start.1': 'show.1',
    'start.2': 'show.2',
    'start.3': 'show.4',
    'start.4': 'show.5',
    'spheres.3': 'spheres.2',
    'progressive.1': 'build.3',
    'progressive.2': 'build.3',
    'progressive.3': 'build.4',
    'hilbert.1': 'packing.1',
    'hilbert.2': 'packing.2',
    'hilbert.3': 'packing.3',
  }),
);

/**
 * Updates a URL hash that names an example. If the name is outdated, or if the hash names no
 * structure, returns the full hash of the stop. Removes an unknown name from the hash.
 */
export function currentAddress(hash: string): string {
  const keys = new URLSearchParams(hash.replace(/^#/, ''));
  const name = keys.get('preset') ?? keys.get('tour');
  if (name === null) return hash;
  const present = placeOf(formerly.get(name) ?? name);
  if (present && (formerly.has(name) || !keys.has('structure'))) {
    return stopAddress(present.example, present.at);
  }
  if (present) return hash;
  return hash
    .split('&')
    .filter((part) => !/^#?(preset|tour)=/.test(part))
    .join('&');
}
