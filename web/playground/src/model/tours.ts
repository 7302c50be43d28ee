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

const straddlers = 'v=1&dim=2&scene=straddlers&n=900&motion=still&play=0&o.capacity=8';
const strict = `${straddlers}&structure=octree`;
const loose = `${strict}&with=loose-octree&w.capacity=8&w.looseness=1.5`;

const sweep = 'v=1&dim=2&motion=still&play=0&n=800&structure=sweep-and-prune&o.mode=kept';
const column = `${sweep}&scene=x-line&show=items,pairs&with=sweep-and-prune&w.mode=kept`;
const columns = `${sweep}&scene=x-line&show=items,hierarchy&with=sweep-and-prune&w.mode=columns`;

const drift = 'v=1&dim=2&scene=uniform&n=600&motion=drift&policy=move&structure=dynamic-tree';
const margins = `${drift}&show=items,hierarchy,leaves&o.margin=0&o.prediction=0`;

const swirl = 'v=1&dim=2&scene=clustered&n=600&motion=swirl&policy=move&structure=dynamic-tree';
const balance = `${swirl}&show=hierarchy,tree&box=0.5,0.5,0.5,0.25,0.25,0.25`;

const clouds = 'v=1&scene=clustered&n=600&motion=still&play=0&structure=static-tree';
const spheres = `${clouds}&with=sphere-tree&show=bodies,hierarchy`;

const growing = 'v=1&scene=clustered&n=3000&structure=static-tree&policy=gradual';

const packed = 'v=1&dim=2&scene=uniform&n=1200&motion=still&play=0&structure=packed-r-tree';
const packings = `${packed}&show=items,hierarchy,order&box=0.5,0.5,0.5,0.12,0.12,0.12&levels=1-`;

const wide = 'v=1&dim=2&scene=random-large-boxes&n=300&motion=still&play=0&structure=hash-grid';

export const tours: readonly Tour[] = [
  {
    id: 'loose',
    title: 'Why loose?',
    stops: [
      {
        address: `${strict}&show=items,hierarchy,stuck`,
        caption:
          'Each box lies in the smallest cell that holds it whole. Small boxes across a split plane fit into no small cell: they are stuck high up, and crossed out.',
      },
      {
        address: `${loose}&show=items,hierarchy,stuck`,
        caption:
          'To the right every cell answers for a quarter of its width more on each side. The same boxes sink to cells of their own size, and none is stuck.',
      },
      {
        address: `${loose}&show=items,hierarchy,stuck,reach&q=box&box=0.5,0.5,0.5,0.09,0.09,0.09`,
        caption:
          'The price: the dashed reach of neighbours overlaps. A query in the middle tests fewer items to the right, and visits more cells.',
      },
    ],
  },
  {
    id: 'sweep',
    title: 'When does sweep and prune collapse?',
    stops: [
      {
        address: `${sweep}&scene=random&show=items,hierarchy,axis&step=0&o.axis=x`,
        caption:
          'Boxes sorted along x. A query takes only the blocks of the list that reach it on that axis: step through them below.',
      },
      {
        address: `${column}&o.axis=x&w.axis=y`,
        caption:
          'Boxes stacked in one column. Swept along x, to the left, every box is a candidate for every other; swept along y hardly any is. Compare the pair tests.',
      },
      {
        address: `${column}&o.axis=auto&w.axis=y`,
        caption:
          'The axis is chosen by the spread of the boxes, to the left: the collapse needs boxes that pile up on every axis.',
      },
      {
        address: `${columns}&o.axis=x&w.axis=x`,
        caption:
          'To the right the boxes are swept along x too, but in columns across that axis, each alone. That is what the library does by itself: a box meets only those of its own columns.',
      },
    ],
  },
  {
    id: 'margins',
    title: 'Fat margins',
    stops: [
      {
        address: margins,
        caption:
          'Boxes that drift, in a tree without margins: whatever moves leaves its leaf and is inserted anew, in every frame.',
      },
      {
        address: `${margins}&with=dynamic-tree&w.margin=0.5&w.prediction=0`,
        caption:
          'To the right leaves are half a unit fatter than their boxes. Most boxes stay inside for many frames: look at the update time.',
      },
      {
        address: `${margins}&with=dynamic-tree&w.margin=3&w.prediction=0`,
        caption:
          'Too fat: leaves overlap each other, and a query visits far more of them. The best margin is a few frames of motion.',
      },
    ],
  },
  {
    id: 'balance',
    title: 'Balance',
    stops: [
      {
        address: `${balance}&o.balance=none&q=none`,
        caption:
          'Whatever moves is taken out of the tree and put in again. Without any balancing it grows deeper and deeper: watch the chart below, a row for each level.',
      },
      {
        address: `${balance}&o.balance=none&with=dynamic-tree&w.balance=height`,
        caption:
          'To the right siblings differ by one level at the most, and the tree stays at a dozen levels for as long as you watch.',
      },
      {
        address: `${balance}&o.balance=height&with=dynamic-tree`,
        caption:
          'To the right nodes rotate wherever that makes them smaller. That tree is a little deeper, and yet no dearer: a query pays for the size of the nodes, not for the height.',
      },
    ],
  },
  {
    id: 'spheres',
    title: 'Sphere or box',
    stops: [
      {
        address: `${spheres}&q=none`,
        caption:
          'The same items under boxes and under spheres. A sphere is four numbers, and turning its contents does not change it.',
      },
      {
        address: `${spheres}&q=sphere&ball=0.75,0.75,0.75,0.12`,
        caption:
          'A sphere around a box is larger than the box. The query visits more nodes to the right; each test is cheaper.',
      },
      {
        address: `${spheres}&colour=overlap&q=none`,
        caption:
          'Colour is the overlap of siblings. Items of round clouds suit spheres; long and flat groups do not.',
      },
    ],
  },
  {
    id: 'progressive',
    title: 'Progressive build',
    stops: [
      {
        address: `${growing}&motion=still&work=1500&show=bodies,hierarchy`,
        caption:
          'A build spread over frames. The bars are the work of each frame: none crosses the limit, whatever the tree needs in all.',
      },
      {
        address: `${growing}&motion=still&work=300&show=hierarchy,tree`,
        caption:
          'A smaller limit: more frames, the same tree. Until it is done the old one answers, exactly.',
      },
      {
        address:
          'v=1&dim=2&scene=uniform&n=800&structure=scene-pruner&policy=gradual&work=800&motion=teleport&show=bodies,hierarchy',
        caption:
          'Boxes that jump wait in a small tree of their own, the dashed one, until the rebuild in the background takes them in.',
      },
    ],
  },
  {
    id: 'hilbert',
    title: 'Hilbert or not',
    stops: [
      {
        address: `${packings}&o.packing=nearest-x`,
        caption:
          'A tree packed from a list that is sorted by x. Leaves are slices: narrow, as tall as the scene, and every query meets many.',
      },
      {
        address: `${packings}&o.packing=nearest-x&with=packed-r-tree&w.packing=hilbert`,
        caption:
          'To the right the list follows a Hilbert curve, on which neighbours stay neighbours: leaves are compact, and the query needs a quarter fewer tests.',
      },
      {
        address: `${packings}&o.packing=str&with=packed-r-tree&w.packing=hilbert`,
        caption:
          'Slices cut into tiles, to the left, are tidier still where boxes lie evenly. Try the clustered scene: the order changes.',
      },
    ],
  },
  {
    id: 'grid',
    title: 'The grid that misses pairs',
    stops: [
      {
        address: `${wide}&o.cellSize=60&show=items,hierarchy,lost&q=none`,
        caption:
          'Boxes wider than a cell. A published grid files them by their four corners only: two boxes that cross between their corners share no cell. The boxes of such pairs are crossed out; in the publication 28 % of the pairs were lost.',
      },
      {
        address: `${wide}&o.cellSize=60&show=items,hierarchy,pairs&colour=occupancy&q=none`,
        caption:
          'This grid files a box in every cell that it covers. All pairs are found, each once; the colour is the number of boxes in a cell.',
      },
      {
        address: `${wide}&o.cellSize=20&with=hash-grid&w.cellSize=0&show=items,hierarchy&q=none`,
        caption:
          'Small cells are right but dear: look at the memory. To the right cells as wide as the boxes, which is what the grid takes by itself.',
      },
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
