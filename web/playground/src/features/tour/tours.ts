/**
 * Guided tours: each a list of addresses with captions. A stop is nothing but its address; whatever the visitor
 * changes there, the next stop is another address.
 */

export interface TourStop {
  /** What stands behind the # of the address, without the tour itself. */
  readonly address: string;
  readonly caption: string;
}

export interface Tour {
  readonly id: string;
  readonly title: string;
  readonly stops: readonly TourStop[];
}

const stop = (address: string, caption: string): TourStop => ({ address, caption });

const straddlers = 'v=1&dim=2&scene=straddlers&n=900&motion=still&play=0&o.capacity=8';
const strict = `${straddlers}&structure=octree`;
const loose = `${strict}&with=loose-octree&w.capacity=8&w.looseness=1.5`;

const sweep = 'v=1&dim=2&motion=still&play=0&structure=sweep-and-prune&o.mode=kept';
const sweeps = 'v=1&motion=still&play=0&structure=sweep-and-prune&o.mode=kept&with=sweep-and-prune';
const city = `${sweeps}&scene=city&n=6000&q=none&show=bodies`;

const drift = 'v=1&dim=2&scene=uniform&n=600&motion=drift&policy=move&structure=dynamic-tree';
const margins = `${drift}&show=items,hierarchy,leaves&o.margin=0&o.prediction=0`;

const swirl = 'v=1&dim=2&scene=clustered&n=4000&motion=swirl&policy=move&structure=dynamic-tree';
const balance = `${swirl}&show=hierarchy,tree&q=none`;

const clouds = 'v=1&scene=clustered&n=600&motion=still&play=0&structure=static-tree';
const spheres = `${clouds}&with=sphere-tree&show=bodies,hierarchy`;

const growing = 'v=1&scene=clustered&n=3000&structure=static-tree&policy=gradual';

const packed = 'v=1&dim=2&scene=uniform&n=1200&motion=still&play=0&structure=packed-r-tree';
const packings = `${packed}&show=items,hierarchy,order&box=0.5,0.5,0.5,0.12,0.12,0.12&levels=1-`;

const wide = 'v=1&dim=2&scene=random-large-boxes&n=300&motion=still&play=0&structure=hash-grid';
const lists = `${wide}&o.storage=hash`;

const crowd = 'v=1&dim=2&scene=uniform&n=1000&q=box&box=0.5,0.5,0.5,0.08,0.08,0.08';

export const tours: readonly Tour[] = [
  {
    id: 'start',
    title: 'Start here',
    stops: [
      stop(
        `${crowd}&motion=still&play=0&structure=brute-force&show=items`,
        'Which boxes meet the frame in the middle? The plain way looks at all 1,000 of them, each time somebody asks.',
      ),
      stop(
        `${crowd}&motion=still&play=0&structure=static-tree&show=items,hierarchy`,
        'Now there are boxes around boxes, in levels. Whatever lies in one that the frame does not meet is never looked at. It takes 75 visits of nodes and 39 tests of boxes instead of 1,000, and the answer is the same.',
      ),
      stop(
        `${crowd}&motion=drift&policy=move&structure=dynamic-tree&show=items,hierarchy,changed`,
        'Everything moves, and the tree follows. Leaves have a little room, so fewer than 100 of the 1,000 boxes look for a new place in a frame.',
      ),
      stop(
        `${crowd}&motion=drift&policy=update&structure=dynamic-tree&with=sweep-and-prune&show=items`,
        'Which structure is right depends on the boxes, on how many of them move, and on what is asked. Here are two side by side: choose others, move the frame, or press B and measure them all.',
      ),
    ],
  },
  {
    id: 'loose',
    title: 'Why loose?',
    stops: [
      stop(
        `${strict}&show=items,hierarchy,stuck`,
        'Each box lies in the smallest cell that holds it whole. Small boxes across a split plane fit into no small cell: one in five is stuck high up, and crossed out.',
      ),
      stop(
        `${loose}&show=items,hierarchy,stuck`,
        'In B every cell answers for a quarter of its width more on each side. The same boxes sink to cells of their own size, and none is stuck.',
      ),
      stop(
        `${loose}&show=items,hierarchy,stuck,reach&q=box&box=0.5,0.5,0.5,0.09,0.09,0.09`,
        'The price: the dashed reach of neighbors overlaps. A query in the middle tests fewer than half as many items in B, and visits nearly half as many cells more.',
      ),
    ],
  },
  {
    id: 'sweep',
    title: 'When does sweep and prune collapse?',
    stops: [
      stop(
        `${sweep}&scene=random&n=800&show=items,hierarchy,axis&step=0&o.axis=x`,
        'Boxes sorted along x. A query takes only the blocks of the list that reach it on that axis, a third of them here: step through them below.',
      ),
      stop(
        `${city}&w.mode=kept&o.axis=y&w.axis=x`,
        'The 6,000 houses and cars of a city stand on the ground. Swept upwards, in A, each is a candidate for every other: 18 million tests. Swept along x, in B, it is not a fiftieth of that: compare the pair tests, and the time for the pairs.',
      ),
      stop(
        `${city}&w.mode=kept&o.axis=auto&w.axis=x`,
        'In A the axis is chosen by the spread of the boxes, and the tests are those of B: the collapse needs boxes that pile up on every axis.',
      ),
      stop(
        `${city}&w.mode=columns&o.axis=y&w.axis=y`,
        'In B the boxes are swept upwards too, but in columns, each alone. That is what the library does by itself: a box meets only those of its own columns, and a fiftieth of the tests is more than enough.',
      ),
    ],
  },
  {
    id: 'margins',
    title: 'Fat margins',
    stops: [
      stop(
        margins,
        'Boxes that drift, in a tree without margins: whatever moves leaves its leaf and is inserted anew, all 600 boxes in every frame.',
      ),
      stop(
        `${margins}&with=dynamic-tree&w.margin=0.5&w.prediction=0`,
        'In B leaves are half a unit fatter than their boxes on each side. Most boxes stay inside for many frames: look at “Changed place” and at the update time.',
      ),
      stop(
        `${margins}&with=dynamic-tree&w.margin=3&w.prediction=0`,
        'Too fat, in B: leaves overlap each other, and a query visits twice as many of them. A margin of a few frames of motion is enough.',
      ),
    ],
  },
  {
    id: 'balance',
    title: 'Balance',
    stops: [
      stop(
        `${balance}&o.balance=none`,
        'Of 4,000 boxes whatever moves is taken out of the tree and put in again. Without any balancing the tree grows to more than 40 levels: watch the chart below, a row for each level.',
      ),
      stop(
        `${balance}&o.balance=none&with=dynamic-tree&w.balance=height`,
        'In B nodes rotate where one side is deeper, and the tree stays at about 15 levels for as long as you watch. A search for all pairs visits about a quarter fewer nodes there.',
      ),
      stop(
        `${balance}&o.balance=height&with=dynamic-tree`,
        'In B nodes rotate wherever that makes them smaller. That tree is deeper, and its search for pairs visits a third fewer nodes all the same: it pays for the size of the nodes, not for the height.',
      ),
    ],
  },
  {
    id: 'spheres',
    title: 'Sphere or box',
    stops: [
      stop(
        `${spheres}&q=none`,
        'The same items under boxes and under spheres. A sphere is four numbers, and turning its contents does not change it.',
      ),
      stop(
        `${spheres}&q=sphere&ball=0.75,0.75,0.75,0.12`,
        'A sphere around a box is larger than the box. The query visits more nodes in B; each test there is of one distance, where a box is tested on three axes.',
      ),
      stop(
        `${spheres}&color=overlap&q=none`,
        'Color is the overlap of siblings. A query that lies where two overlap has to go into both.',
      ),
    ],
  },
  {
    id: 'progressive',
    title: 'Progressive build',
    stops: [
      stop(
        `${growing}&motion=still&work=1500&show=bodies,hierarchy`,
        'A build spread over frames. The bars are the work of each frame: none crosses the limit, whatever the tree needs in all.',
      ),
      stop(
        `${growing}&motion=still&work=300&show=hierarchy,tree`,
        'A fifth of the limit: five times as many frames, the same tree. Until it is done the old one answers, exactly.',
      ),
      stop(
        'v=1&dim=2&scene=uniform&n=800&structure=scene-pruner&policy=gradual&work=800&motion=teleport&show=bodies,hierarchy',
        'Boxes that jump wait in a small tree of their own, the dashed one, until the rebuild in the background takes them in.',
      ),
    ],
  },
  {
    id: 'hilbert',
    title: 'Hilbert or not',
    stops: [
      stop(
        `${packings}&o.packing=nearest-x`,
        'A tree packed from a list that is sorted by x. Leaves are slices: narrow, nearly as tall as the scene, and every query meets many.',
      ),
      stop(
        `${packings}&o.packing=nearest-x&with=packed-r-tree&w.packing=hilbert`,
        'In B the list follows a Hilbert curve, on which neighbors stay neighbors: leaves are compact, and the query needs a quarter fewer tests.',
      ),
      stop(
        `${packings}&o.packing=str&with=packed-r-tree&w.packing=hilbert`,
        'Slices cut into tiles, in A, are tidier still where boxes lie evenly, as here.',
      ),
    ],
  },
  {
    id: 'grid',
    title: 'The grid that misses pairs',
    stops: [
      stop(
        `${lists}&o.cellSize=60&show=items,hierarchy,lost&q=none`,
        'Boxes wider than a cell. A published grid files them by their four corners only: two boxes that cross between their corners share no cell. The boxes of such pairs are crossed out: 9 % of the pairs are lost.',
      ),
      stop(
        `${lists}&o.cellSize=60&show=items,hierarchy,pairs&color=occupancy&q=none`,
        'Filed in every cell that it covers, no box misses another one. All pairs are found, each once; the color is the number of boxes in a cell.',
      ),
      stop(
        `${lists}&o.cellSize=20&with=hash-grid&w.cellSize=0&w.storage=hash&show=items,hierarchy&q=none`,
        'Cells far smaller than the boxes are right but dear: A needs three times the memory. In B are the cells that the grid chooses by itself, some four times as wide as a box.',
      ),
      stop(
        `${wide}&show=items,hierarchy&q=box`,
        'Left alone, this grid files each box once, in the cell of its lower left corner, and keeps cells row after row. A query looks as much farther to the left and down as the largest box is wide, one run of boxes a row.',
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
