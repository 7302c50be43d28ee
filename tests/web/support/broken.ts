/** Deliberately broken indices, each with one fault. The suites must detect every one. */

import { deserialize, type SpatialIndex } from 'sapwood/all';
import type { Subject } from './subjects.js';

/** Breaks an index in place. */
type Spoil = (index: SpatialIndex) => void;

type VerbName = {
  [Name in keyof SpatialIndex]: SpatialIndex[Name] extends (...args: never[]) => unknown
    ? Name
    : never;
}[keyof SpatialIndex];

// biome-ignore lint/suspicious/noExplicitAny: one replacement serves verbs of every signature
type Untyped = any;

/** Replaces a method. The replacement receives the bound original and the arguments. */
function replace(
  name: VerbName,
  broken: (sound: (...args: Untyped[]) => Untyped, args: Untyped[], index: SpatialIndex) => unknown,
): Spoil {
  return (index) => {
    const sound = (index[name] as (...args: unknown[]) => unknown).bind(index);
    const value = (...args: unknown[]) => broken(sound, args, index);
    Object.defineProperty(index, name, { value, configurable: true });
  };
}

const together =
  (...spoils: Spoil[]): Spoil =>
  (index) => {
    for (const spoil of spoils) spoil(index);
  };

/** Omits boxes that only touch the query. */
const forgetsTouching = replace('queryBox', (sound, [box, filter], index) => {
  const d = index.dimensions;
  return (sound(box, filter) as Uint32Array).filter((id) => {
    const item = index.box(id);
    return item
      .subarray(0, d)
      .every((low, axis) => low < box[d + axis] && box[axis] < item[d + axis]);
  });
});

function doublesFirst(pairs: Uint32Array): Uint32Array {
  return Uint32Array.from([...pairs.subarray(0, 2), ...pairs]);
}

function reversed<T extends Uint32Array | Float32Array>(values: T): T {
  return values.slice().reverse() as T;
}

/** Returns hits of equal distance in the wrong order. */
const breaksTiesByLargestId = replace('nearest', (sound, args) => {
  const { ids, distances } = sound(...args) as { ids: Uint32Array; distances: Float32Array };
  const order = [...ids.keys()].sort((a, b) => distances[a] - distances[b] || ids[b] - ids[a]);
  return { ids: ids.map((_, i) => ids[order[i]]), distances };
});

/** Calls the callback after the traversal, when changes are allowed again. */
const letsCallbacksChange = replace('forEachInBox', (_, [box, fn, filter], index) => {
  for (const id of index.queryBox(box, filter)) if (fn(id) === false) return;
});

function neverReusesIds(): Spoil {
  return (index) => {
    const removed: number[] = [];
    const remove = index.remove.bind(index);
    const ids = index.ids.bind(index);
    index.remove = (id) => {
      if (removed.includes(id)) remove(id);
      else removed.push(id);
    };
    index.ids = () => ids().filter((id) => !removed.includes(id));
  };
}

export interface Fault {
  readonly name: string;
  readonly spoil: Spoil;
}

/** Named by their fault. */
export const faults: readonly Fault[] = [
  {
    name: 'drops the last id of a box query',
    spoil: replace('queryBox', (sound, args) => sound(...args).slice(0, -1)),
  },
  { name: 'forgets touching boxes', spoil: forgetsTouching },
  {
    name: 'reports a pair twice',
    spoil: together(
      replace('pairs', (sound) => doublesFirst(sound())),
      replace('pairsView', (sound) => doublesFirst(sound())),
    ),
  },
  {
    name: 'gives pairs the wrong way round',
    spoil: replace('pairs', (sound) => reversed(sound())),
  },
  {
    name: 'gives hits of a ray unsorted',
    spoil: replace('raycastAll', (sound, args) => {
      const { ids, distances } = sound(...args);
      return { ids: reversed(ids), distances: reversed(distances) };
    }),
  },
  { name: 'breaks ties by the largest id', spoil: breaksTiesByLargestId },
  {
    name: 'measures distances in lengths of the direction',
    spoil: replace('raycast', (sound, [origin, direction, ...rest]) => {
      const hit = sound(origin, direction, ...rest);
      return hit && { ...hit, distance: hit.distance / Math.hypot(...direction) };
    }),
  },
  {
    name: 'takes maxDistance as open',
    spoil: replace('nearest', (sound, [point, k, reach, filter]) => {
      const { ids, distances } = sound(point, k, reach, filter);
      const within = distances.filter((distance: number) => !(distance >= reach)).length;
      return { ids: ids.slice(0, within), distances: distances.slice(0, within) };
    }),
  },
  { name: 'finds removed items again', spoil: neverReusesIds() },
  {
    name: 'counts only what fits in an Into form',
    spoil: replace('queryBoxInto', (sound, [box, out, filter]) => {
      return Math.min(sound(box, out, filter), out.length);
    }),
  },
  {
    name: 'writes behind the results of an Into form',
    spoil: replace('queryPointInto', (sound, [point, out, filter]) => {
      const found = sound(point, out, filter);
      if (found < out.length) out[found] = 0;
      return found;
    }),
  },
  {
    name: 'gives the batch in another order',
    spoil: replace('queryBoxMany', (sound, args) => {
      const { offsets, ids } = sound(...args);
      return { offsets, ids: reversed(ids) };
    }),
  },
  {
    name: 'goes on after false',
    spoil: replace('forEachInBox', (sound, [box, fn, filter]) => {
      return sound(box, (id: number) => void fn(id), filter);
    }),
  },
  { name: 'lets callbacks change the index', spoil: letsCallbacksChange },
  {
    name: 'ignores filters',
    spoil: replace('querySphere', (sound, [center, radius]) => sound(center, radius)),
  },
  {
    name: 'swallows bad boxes',
    spoil: replace('insert', (sound, args) => {
      try {
        return sound(...args);
      } catch {
        return 0;
      }
    }),
  },
  {
    name: 'changes half of a batch before it refuses',
    spoil: replace('moveMany', (sound, [ids, boxes], index) => {
      if (ids?.length > 0 && index.has(ids[0]))
        index.move(ids[0], boxes.slice(0, 2 * index.dimensions));
      return sound(ids, boxes);
    }),
  },
  {
    name: 'leaves out an item of its bytes',
    spoil: replace('serialize', (sound) => {
      const copy = deserialize(sound());
      const last = copy.ids().at(-1);
      if (last !== undefined) copy.remove(last);
      const bytes = copy.serialize();
      copy.dispose();
      return bytes;
    }),
  },
  {
    name: 'answers after dispose',
    spoil: replace('dispose', () => undefined),
  },
  {
    name: 'reports invariants as broken that hold',
    spoil: replace('validate', () => ['a broken invariant']),
  },
  {
    name: 'counts nothing',
    spoil: replace('counters', () => ({ nodeVisits: 0, itemTests: 0, results: 0 })),
  },
];

/** Returns the subject with a fault in every index that it creates. */
export function spoiled(subject: Subject, { spoil }: Fault): Subject {
  return {
    ...subject,
    create: () => {
      const index = subject.create();
      spoil(index);
      return index;
    },
  };
}
