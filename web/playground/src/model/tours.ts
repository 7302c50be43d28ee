/**
 * Guided tours: each a list of addresses with captions. A stop is nothing but its address; whatever the visitor
 * changes there, the next stop is another address.
 */

export type LiveCount = 'tests' | 'replaced';

export interface TourStop {
  /** What stands behind the # of the address, without the tour itself. */
  readonly address: string;
  readonly caption: string;
  /** The number that a sentence below the caption counts while it is read. */
  readonly live?: LiveCount;
}

export interface Tour {
  readonly id: string;
  readonly title: string;
  readonly stops: readonly TourStop[];
}

const stop = (address: string, caption: string, live?: LiveCount): TourStop => ({
  ...{ address, caption },
  ...(live && { live }),
});

const straddlers = 'v=1&dim=2&scene=straddlers&n=900&motion=still&play=0&o.capacity=8';
const strict = `${straddlers}&structure=octree`;
const loose = `${strict}&with=loose-octree&w.capacity=8&w.looseness=1.5`;

const sweep = 'v=1&dim=2&motion=still&play=0&structure=sort-and-sweep';
const city =
  'v=1&motion=still&play=0&structure=sort-and-sweep&scene=city&n=6000&q=none&show=bodies';
const cities = `${city}&with=sort-and-sweep`;

const drift = 'v=1&dim=2&scene=uniform&n=600&motion=drift&policy=move&structure=dynamic-tree';
const margins = `${drift}&show=items,hierarchy,leaves&o.margin=0&o.prediction=0`;

const swirl = 'v=1&dim=2&scene=clustered&n=4000&motion=swirl&policy=move&structure=dynamic-tree';
const balance = `${swirl}&show=hierarchy,tree&q=none`;

const clouds = 'v=1&scene=clustered&n=600&motion=still&play=0&structure=static-tree';
const spheres = `${clouds}&with=sphere-tree&show=bodies,hierarchy`;

const growing = 'v=1&scene=clustered&n=3000&structure=static-tree&policy=gradual';

const packed = 'v=1&dim=2&scene=uniform&n=1200&motion=still&play=0&structure=packed-r-tree';
const packings = `${packed}&show=items,hierarchy,order&box=0.5,0.5,0.5,0.12,0.12,0.12&levels=1-`;

const wide = 'v=1&dim=2&scene=random-large-boxes&n=300&motion=still&play=0';
const lists = `${wide}&structure=spatial-hash`;

const crowd = 'v=1&dim=2&scene=uniform&n=1000&q=box&box=0.5,0.5,0.5,0.08,0.08,0.08';

export const tours: readonly Tour[] = [
  {
    id: 'start',
    title: 'Show me (1 minute)',
    stops: [
      stop(
        `${crowd}&motion=still&play=0&structure=brute-force&show=items`,
        'Which boxes touch the query in the middle? Without a structure, all 1,000 boxes are tested for every query.',
        'tests',
      ),
      stop(
        `${crowd}&motion=still&play=0&structure=static-tree&show=items,hierarchy`,
        'Now larger boxes enclose the boxes, level by level. If the query misses a large box, everything inside is skipped. The result is the same.',
        'tests',
      ),
      stop(
        `${crowd}&motion=drift&policy=move&structure=dynamic-tree&show=items,hierarchy,changed`,
        'All boxes move, and the tree follows. Each leaf has a margin, so a box is re-inserted only when it leaves its leaf.',
        'replaced',
      ),
      stop(
        `${crowd}&motion=drift&policy=update&structure=dynamic-tree&with=sweep-and-prune&show=items`,
        'Which structure is best depends on the boxes, on how many of them move, and on the queries. Here are two structures side by side. Choose other structures, move the query, or open Bench to measure all of them.',
      ),
    ],
  },
  {
    id: 'loose',
    title: 'Why cells should overlap',
    stops: [
      stop(
        `${strict}&show=items,hierarchy,stuck`,
        'Each box is stored in the smallest cell that encloses it. Small boxes across a split plane fit into no small cell: one box in five is stuck in a large cell (crossed out).',
      ),
      stop(
        `${loose}&show=items,hierarchy,stuck`,
        'In B, each cell also accepts boxes up to a quarter of its width beyond each side. The same boxes sink to cells of their own size, and none is stuck.',
      ),
      stop(
        `${loose}&show=items,hierarchy,stuck,reach&q=box&box=0.5,0.5,0.5,0.09,0.09,0.09`,
        'The disadvantage: the dashed bounds of neighboring cells overlap. A query in the middle tests fewer than half as many boxes in B, but visits about 1.4 times as many cells.',
      ),
    ],
  },
  {
    id: 'sweep',
    title: 'When one sorted axis is not enough',
    stops: [
      stop(
        `${sweep}&scene=random&n=800&show=items,hierarchy,axis&step=0&o.axis=x`,
        'The boxes are sorted along x. A query tests only the blocks of the list that overlap it on that axis, here about a third of all boxes: step through them below.',
      ),
      stop(
        `${cities}&o.axis=y&w.axis=x`,
        'The 6,000 houses and cars of a city stand on the ground. Swept upwards (A), each is a candidate for every other one: 18 million tests. Swept along x (B), less than a fiftieth of these tests remain: compare “Pair tests” and “Find pairs”.',
      ),
      stop(
        `${cities}&o.axis=auto&w.axis=x`,
        'In A, the structure chooses the axis by the spread of the boxes and needs the same number of tests as B. It collapses only if the boxes pile up on every axis.',
      ),
      stop(
        `${city}&with=sweep-and-prune&o.axis=y&w.axis=y`,
        'In B, sweep and prune divides the ground into columns and sweeps each column separately, upwards too. A box is tested only against boxes of its own columns, and less than a fiftieth of the tests remain.',
      ),
    ],
  },
  {
    id: 'margins',
    title: 'Fat boxes: fewer updates',
    stops: [
      stop(
        margins,
        'The boxes drift in a tree without margins: each box that moves leaves its leaf, so all 600 boxes are re-inserted in each frame.',
      ),
      stop(
        `${margins}&with=dynamic-tree&w.margin=0.5&w.prediction=0`,
        'In B, each leaf is half a unit larger than its box on each side. Most boxes stay inside for many frames: compare “Re-inserted” and “Update”.',
      ),
      stop(
        `${margins}&with=dynamic-tree&w.margin=3&w.prediction=0`,
        'In B, the margin is too large: leaves overlap each other, and a query visits about twice as many nodes. A margin of a few frames of motion is enough.',
      ),
    ],
  },
  {
    id: 'balance',
    title: 'Balance by height or by area',
    stops: [
      stop(
        `${balance}&o.balance=none`,
        'Nearly all of the 4,000 boxes are re-inserted in each frame. Without balancing, the tree grows to more than 40 levels: the chart below has a row for each level.',
      ),
      stop(
        `${balance}&o.balance=none&with=dynamic-tree&w.balance=height`,
        'In B, nodes rotate where one side is deeper, so the tree keeps about 15 levels. A search for all pairs visits about a quarter fewer nodes there.',
      ),
      stop(
        `${balance}&o.balance=height&with=dynamic-tree`,
        'In B, nodes rotate wherever this makes them smaller. The tree is deeper, but its search for pairs visits about a third fewer nodes: the size of the nodes matters more than the height.',
      ),
    ],
  },
  {
    id: 'spheres',
    title: 'Bounding boxes vs spheres',
    stops: [
      stop(
        `${spheres}&q=none`,
        'The same boxes in a tree of boxes (A) and in a tree of spheres (B). A sphere has four numbers, and rotating its contents does not change it.',
      ),
      stop(
        `${spheres}&q=sphere&ball=0.75,0.75,0.75,0.12`,
        'A sphere around a box is larger than the box. The query visits more nodes in B, but each test there compares one distance instead of three axes.',
      ),
      stop(
        `${spheres}&color=overlap&q=none`,
        'The color shows how much siblings overlap. A query in the overlap of two siblings has to visit both.',
      ),
    ],
  },
  {
    id: 'progressive',
    title: 'Build within a time budget',
    stops: [
      stop(
        `${growing}&motion=still&work=1500&show=bodies,hierarchy`,
        'The build is spread over frames. The bars show the work of each frame: none exceeds the limit, however large the tree is.',
      ),
      stop(
        `${growing}&motion=still&work=300&show=hierarchy,tree`,
        'A fifth of the limit: the build takes five times as many frames and gives the same tree. Until it is finished, queries use the old tree and are exact.',
      ),
      stop(
        'v=1&dim=2&scene=uniform&n=800&structure=scene-pruner&policy=gradual&work=800&motion=teleport&show=bodies,hierarchy',
        'Boxes that jump are kept in a separate small tree (dashed) until the background rebuild adds them to the large one.',
      ),
    ],
  },
  {
    id: 'hilbert',
    title: 'Packing an R-tree',
    stops: [
      stop(
        `${packings}&o.packing=nearest-x`,
        'This tree is packed from a list that is sorted by x. Its leaves are narrow slices, nearly as tall as the scene, so a query touches many of them.',
      ),
      stop(
        `${packings}&o.packing=nearest-x&with=packed-r-tree&w.packing=hilbert`,
        'In B, the list follows a Hilbert curve, which keeps neighbors together: the leaves are compact, and the query needs about a quarter fewer tests.',
      ),
      stop(
        `${packings}&o.packing=str&with=packed-r-tree&w.packing=hilbert`,
        'In A, the slices are cut into tiles. They need even fewer tests where the boxes are spread evenly, as here.',
      ),
    ],
  },
  {
    id: 'grid',
    title: 'A grid that misses collisions',
    stops: [
      stop(
        `${lists}&o.cellSize=60&show=items,hierarchy,lost&q=none`,
        'The boxes are wider than a cell. A published grid stores each box only in the cells of its four corners, so two boxes that cross between their corners share no cell. It misses 9 % of the pairs; their boxes are crossed out.',
      ),
      stop(
        `${lists}&o.cellSize=60&show=items,hierarchy,pairs&color=occupancy&q=none`,
        'The spatial hash stores each box in every cell that it covers, and finds every pair exactly once. The color is the number of boxes in a cell.',
      ),
      stop(
        `${lists}&o.cellSize=20&with=spatial-hash&w.cellSize=0&show=items,hierarchy&q=none`,
        'Cells far smaller than the boxes need much memory: A needs more than three times as much as B. In B, the grid chooses the size of its cells, about four times the width of a box.',
      ),
      stop(
        `${wide}&structure=hash-grid&show=items,hierarchy&q=box`,
        'The hash grid stores each box once, in the cell of its lower left corner, and stores its cells row by row. A query extends to the left and down by the width of the largest box, and tests one run of boxes per row.',
      ),
    ],
  },
];

/** A stop of a tour, by the name that the address has for it; null where there is none. */
export function tourStop(name: string | null): { tour: Tour; stop: number } | null {
  const [id, number] = name?.split('.') ?? [];
  const tour = tours.find((each) => each.id === id);
  const stop = Number(number) - 1;
  return tour && stop in tour.stops ? { tour, stop } : null;
}

/** `stop` counts from 0. */
export function stopName(tour: Tour, stop: number): string {
  return `${tour.id}.${stop + 1}`;
}

export function stopAddress(tour: Tour, stop: number): string {
  return `${tour.stops[stop].address}&tour=${stopName(tour, stop)}`;
}
