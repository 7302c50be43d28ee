import { type IndexState, outputLength } from '../core.js';
import { expected, SapwoodError } from '../errors.js';
import type { FilterLike } from '../filters.js';
import { type PointLike, readCount, registers, requireOutput } from '../inputs.js';
import type { OwnedFloat32Array, OwnedUint32Array } from '../owned.js';
import { copyPart } from './results.js';
import { findContacts } from './volumes.js';

/** Contacts of a shape with items, in ascending order of ids. The arrays belong to the caller. */
export interface Contacts {
  /** Number of contacts. */
  readonly count: number;
  /** Ids of the items. */
  readonly ids: OwnedUint32Array;
  /** Unit vectors from the item toward the shape, `dimensions` numbers per contact. */
  readonly normals: OwnedFloat32Array;
  /**
   * Penetration depths in world units, >= 0. The shortest motion that separates the shape from an
   * item is normal · depth.
   */
  readonly depths: OwnedFloat32Array;
  /** Contact points on the surfaces of the items, `dimensions` numbers per contact. */
  readonly points: OwnedFloat32Array;
}

/** Throws if a value is not a `ContactBuffer`, or if one of its arrays is detached. */
export let requireBuffer: (out: unknown) => void;
/**
 * Writes as many contacts as fit into the buffer. They come from `given` or, if it is undefined,
 * from the last result of the core.
 */
export let fillBuffer: (
  out: ContactBuffer,
  state: Pick<IndexState, 'core' | 'dimensions'>,
  found: number,
  given?: Contacts,
) => void;

/**
 * Reusable buffer for contacts. `collideSphereInto`, `collideCapsuleInto`, `castBoxInto`,
 * `castSphereInto` and `castCapsuleInto` of any index or world in 2D or 3D can fill it.
 * @example
 * ```ts
 * const index = new WideTree({ dimensions: 2 });
 * index.build([0, 0, 2, 2]);
 * const contacts = new ContactBuffer(16);
 * console.log(index.collideSphereInto([1, 2.5], 1, contacts)); // 1
 * console.log(contacts.ids[0], contacts.depths[0]); // 0 0.5
 * ```
 */
export class ContactBuffer implements Contacts {
  /** Maximum number of contacts. */
  readonly capacity: number;
  readonly #arrays: Omit<Contacts, 'count'>;
  #count = 0;

  static {
    requireBuffer = (out) => {
      if (typeof out !== 'object' || out === null || !(#arrays in out)) {
        throw expected('invalid-argument', 'out', 'a ContactBuffer', out);
      }
      const { ids, normals, depths, points } = out.#arrays;
      requireOutput(ids, 'out.ids');
      requireOutput(normals, 'out.normals', 'Float32Array');
      requireOutput(depths, 'out.depths', 'Float32Array');
      requireOutput(points, 'out.points', 'Float32Array');
    };
    fillBuffer = (out, { core, dimensions }, found, given) => {
      const { ids, normals, depths, points } = out.#arrays;
      const count = Math.min(found, outputLength(ids, 'out.ids'));
      if (given === undefined) {
        core.contactsInto(normals, 0, count * dimensions, 'out.normals');
        core.contactsInto(depths, found * dimensions, count, 'out.depths');
        core.contactsInto(points, found * (dimensions + 1), count * dimensions, 'out.points');
        core.idsInto(ids, count, 'out.ids');
      } else {
        copyPart(normals, given.normals);
        copyPart(depths, given.depths);
        copyPart(points, given.points);
        copyPart(ids, given.ids);
      }
      out.#count = count;
    };
  }

  /**
   * Creates an empty buffer and allocates 32 bytes per contact.
   * @param capacity - Maximum number of contacts, an integer >= 0.
   * @throws SapwoodError `invalid-argument`, `out-of-memory`
   */
  constructor(capacity: number) {
    const length = readCount(capacity, 'capacity');
    this.capacity = length;
    try {
      this.#arrays = {
        ids: new Uint32Array(length),
        normals: new Float32Array(3 * length),
        depths: new Float32Array(length),
        points: new Float32Array(3 * length),
      };
    } catch {
      throw new SapwoodError(
        'out-of-memory',
        `new ContactBuffer: memory for ${length} contacts could not be allocated`,
      );
    }
  }

  /** Number of contacts that the last call stored, at most `capacity`. */
  get count(): number {
    return this.#count;
  }

  /** Ids of the items: `capacity` elements, of which the first `count` are valid. */
  get ids(): OwnedUint32Array {
    return this.#arrays.ids;
  }

  /** Normals as in `Contacts`. */
  get normals(): OwnedFloat32Array {
    return this.#arrays.normals;
  }

  /** Depths as in `Contacts`. */
  get depths(): OwnedFloat32Array {
    return this.#arrays.depths;
  }

  /** Points as in `Contacts`. */
  get points(): OwnedFloat32Array {
    return this.#arrays.points;
  }
}

// In the following functions, `b` is undefined for a sphere. Separate arguments avoid the
// allocation of an object.

export function collide(
  state: IndexState,
  method: 'collideSphere' | 'collideCapsule',
  a: PointLike,
  b: PointLike | undefined,
  radius: number,
  filter?: FilterLike,
): Contacts {
  return resultContacts(state, findContacts(state, method, a, b, radius, filter));
}

export function collideInto(
  state: IndexState,
  method: 'collideSphere' | 'collideCapsule',
  a: PointLike,
  b: PointLike | undefined,
  radius: number,
  out: ContactBuffer,
  filter?: FilterLike,
): number {
  requireBuffer(out);
  const found = findContacts(state, method, a, b, radius, filter);
  if (registers().accept === undefined) {
    fillBuffer(out, state, found);
    return found;
  }
  const accepted = resultContacts(state, found);
  fillBuffer(out, state, accepted.count, accepted);
  return accepted.count;
}

/**
 * Returns the contacts of the last search in new arrays. If the filter has a predicate, returns
 * only accepted contacts.
 */
function resultContacts(state: IndexState, found: number): Contacts {
  const { core, dimensions } = state;
  const { accept } = registers();
  const all: Contacts = {
    count: found,
    ids: core.ids(found),
    normals: core.contacts(0, found * dimensions),
    depths: core.contacts(found * dimensions, found),
    points: core.contacts(found * (dimensions + 1), found * dimensions),
  };
  if (accept === undefined) return all;
  const kept: number[] = [];
  state.visits += 1;
  try {
    for (let i = 0; i < found; i += 1) if (accept(all.ids[i])) kept.push(i);
  } finally {
    state.visits -= 1;
  }
  const vectors = kept.flatMap((i) =>
    Array.from({ length: dimensions }, (_, axis) => i * dimensions + axis),
  );
  return {
    count: kept.length,
    ids: Uint32Array.from(kept, (i) => all.ids[i]),
    normals: Float32Array.from(vectors, (i) => all.normals[i]),
    depths: Float32Array.from(kept, (i) => all.depths[i]),
    points: Float32Array.from(vectors, (i) => all.points[i]),
  };
}
