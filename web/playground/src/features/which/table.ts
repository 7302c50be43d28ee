/** Measurements shipped with the page: which.json, made by `npm run bench -- advise`. */

import { type Dimensions, type OptionValue, structures } from 'sapwood/all';
import {
  type Contender,
  type Following,
  type Measured,
  type Point,
  pointAt,
  type Series,
} from './measured.js';
import type { Question, Task } from './question.js';

const SCHEMA = 'sapwood-which/1';
const TABLE_FILE = './which.json';

/**
 * Index of a measured structure in `Table.candidates`, then times in nanoseconds. The times are for
 * an update, an update with a search for all pairs, a range query, a ray query, and a query for 8
 * neighbors.
 */
type Cell = readonly [
  candidate: number,
  follow: number,
  frame: number,
  range: number,
  ray: number,
  nearest: number,
];

export interface Table {
  readonly schema: typeof SCHEMA;
  readonly environment: Readonly<Record<'date' | 'cpu' | 'runtime' | 'package', string>>;
  readonly candidates: readonly {
    readonly structure: string;
    readonly options: Readonly<Record<string, OptionValue>>;
    readonly policy: Following;
  }[];
  readonly worlds: readonly {
    readonly share: number;
    readonly dimensions: Dimensions;
    readonly n: number;
    readonly cells: readonly Cell[];
  }[];
  /**
   * Times of a camera query in nanoseconds, by number of items and index of the candidate. Measured
   * in 3D only.
   */
  readonly views: readonly { readonly n: number; readonly ns: readonly (number | null)[] }[];
}

export function readTable(text: string): Table {
  const table = JSON.parse(text) as Table;
  if (table.schema !== SCHEMA) throw new Error(`expected ${SCHEMA}, found ${table.schema}`);
  return table;
}

let loading: Promise<Table> | null = null;

/** Loads the table once; retries after a failure. */
export function loadTable(): Promise<Table> {
  loading ??= fetch(TABLE_FILE)
    .then((response) =>
      response.ok ? response.text() : Promise.reject(new Error(`${response.status}`)),
    )
    .then(readTable)
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

const NS = 1e-6;

/** Queries per frame as in `advise`: one per item without motion, otherwise one per ten items. */
const queriesPerFrame = ({ share }: Question, n: number) => (share === 0 ? n : n / 10);

const places: Readonly<Record<Exclude<Task, 'collisions' | 'camera'>, 3 | 4 | 5>> = {
  ranges: 3,
  rays: 4,
  neighbors: 5,
};

class MeasuredTable implements Measured {
  readonly origin: string;
  private readonly contenders: readonly Contender[];

  constructor(private readonly table: Table) {
    const { cpu, date, runtime } = table.environment;
    this.origin = `on ${cpu}, ${runtime}, ${date.slice(0, 10)}, evenly spread boxes`;
    this.contenders = table.candidates.map(({ structure, options, policy }) => ({
      ...{ key: structure, structure, options, following: policy },
      title: structure,
    }));
  }

  series(question: Question): readonly Series[] {
    const { dimensions, share } = question;
    const worlds = this.table.worlds.filter(
      (world) => world.dimensions === dimensions && world.share === share,
    );
    const found = this.contenders.map((contender, candidate) => ({
      contender: { ...contender, title: titleOf(contender.key, dimensions) },
      points: worlds.flatMap(({ cells, n }): Point[] => {
        const cell = cells.find(([one]) => one === candidate);
        const ns = cell && this.cost(cell, question, n);
        return ns ? [{ n, ms: ns * NS }] : [];
      }),
    }));
    return found.filter(({ points }) => points.length > 0);
  }

  private cost(cell: Cell, question: Question, n: number): number | null {
    const [candidate, follow, frame] = cell;
    const { task, dimensions } = question;
    if (task === 'collisions') return frame;
    if (task !== 'camera') return follow + queriesPerFrame(question, n) * cell[places[task]];
    const views = this.table.views.flatMap((view) => {
      const ns = view.ns[candidate];
      return ns === null ? [] : [{ n: view.n, ms: ns * NS }];
    });
    const view = dimensions === 3 ? pointAt(views, n) : null;
    if (!view) return null;
    // without motion, there are no updates, so their time is not added
    return question.share === 0 ? view.ms / NS : follow + view.ms / NS;
  }
}

function titleOf(id: string, dimensions: Dimensions): string {
  return structures.find((entry) => entry.id === id)?.title(dimensions) ?? id;
}

export function measuredTable(table: Table): Measured {
  return new MeasuredTable(table);
}
