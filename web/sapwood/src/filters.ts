import { expected, SapwoodError } from './errors.js';
import {
  type ItemPredicate,
  isObject,
  isOptions,
  type Reader,
  type Registers,
  readWith,
  registers,
} from './inputs.js';
import { rejectUnknown } from './option-names.js';

/**
 * Collision bits of an item. Two items may form a pair if the category of each item shares a bit
 * with the mask of the other item.
 */
export interface ItemFilter {
  /** Bits of the categories of the item. Default: 1 for items, all bits for queries. */
  category?: number | undefined;
  /** Bits of the categories with which the item can form pairs. Default: all bits. */
  mask?: number | undefined;
}

/**
 * Layer of a body of a `World`.
 *
 * - `'dynamic'`: forms pairs with all bodies
 * - `'static'`: forms no pairs with other static bodies
 * - `'sensor'`: forms pairs like a dynamic body; queries can exclude it
 */
export type Layer = 'dynamic' | 'static' | 'sensor';

/**
 * Layers in the order of their numbers in the core. In a set of layers, the bit `1 << number`
 * represents a layer.
 */
export const LAYERS: readonly Layer[] = ['dynamic', 'static', 'sensor'];

/** Expected value in error messages where only one layer is valid. */
export const LAYER_FORM: string = "'dynamic', 'static' or 'sensor'";
const LAYER_LISTS = `${LAYER_FORM} or an array of them`;

/** Filter of a query as an object. */
export interface QueryFilter extends ItemFilter {
  /**
   * Layers to search. Default: all layers. An index has no layers and throws `invalid-argument`.
   */
  layer?: Layer | readonly Layer[] | undefined;
  /**
   * Returns true if an item is a result. The function is called for each item that the query found
   * and that `category` and `mask` accept. It may run queries, but changing this index throws
   * `reentrant`. Its exceptions are rethrown unchanged. Queries for the closest item do not support
   * `accept`; use the option `hit` or `distance` instead.
   */
  accept?: ItemPredicate | undefined;
}

/**
 * Filter of a query. The category of an item must share a bit with the mask of the filter, and the
 * category of the filter must share a bit with the mask of the item. A number is used as `mask`,
 * and a function as `accept`. Default: all items.
 * @example
 * ```ts
 * const index = new DynamicTree({ dimensions: 2 });
 * index.insert([0, 0, 1, 1], { category: 1 });
 * index.insert([2, 0, 3, 1], { category: 2 });
 * console.log(index.queryBox([0, 0, 9, 9], 2)); // Uint32Array [1]
 * console.log(index.queryBox([0, 0, 9, 9], (id) => id === 0)); // Uint32Array [0]
 * ```
 */
export type FilterLike = number | ItemPredicate | QueryFilter;

/** Properties of a filter, which are also options of queries. */
export const FILTER_NAMES: readonly string[] = ['category', 'mask', 'layer', 'accept'];

const queryFilterReader: Reader<FilterLike | undefined> = {
  code: 'invalid-argument',
  fill(target, filter) {
    if (isObject(filter)) rejectUnknown('filter', filter, FILTER_NAMES);
    target.accept = readAccept(filter);
    storeFilter(target.filter, typeof filter === 'function' ? undefined : filter, -1);
  },
};

function readAccept(filter: FilterLike | undefined): ItemPredicate | undefined {
  if (typeof filter === 'function') return filter;
  const accept = isObject(filter) ? filter.accept : undefined;
  if (accept === undefined || typeof accept === 'function') return accept;
  throw expected('invalid-argument', 'accept', 'a function', accept);
}

/** Reads the filter of a query into the registers `filter` and `accept`. Default: all items. */
export function readQueryFilter(filter: FilterLike | undefined): Registers {
  if (filter !== undefined) return readWith(queryFilterReader, filter, 3, 'filter');
  const target = registers();
  target.filter[0] = -1;
  target.filter[1] = -1;
  target.filter[2] = 0;
  target.accept = undefined;
  return target;
}

/** Reads a filter without `accept`, for methods that have another callback. */
export function readBitFilter(filter: FilterLike | undefined, callback: string): Registers {
  const target = readQueryFilter(filter);
  if (target.accept === undefined) return target;
  target.accept = undefined;
  const hint = `; to select items with a function, use the option ${callback}`;
  throw expected('invalid-argument', 'filter', 'category, mask or layer', filter, hint);
}

/** Options of a query with a filter: the option `filter`, or the properties of a filter. */
export interface FilterOptions extends QueryFilter {
  /** Selects the items. Default: all items. */
  filter?: FilterLike | undefined;
}

/**
 * Returns the filter of a query, from the options or from the argument. Throws if both are given.
 */
export function oneFilter(
  options: FilterOptions,
  argument: FilterLike | undefined,
): FilterLike | undefined {
  const { filter, category, mask, layer, accept } = options;
  const parts =
    category !== undefined || mask !== undefined || layer !== undefined || accept !== undefined;
  if (argument === undefined && !parts) return filter;
  if (filter !== undefined || (argument !== undefined && parts)) throw twoFilters();
  return parts ? { category, mask, layer, accept } : argument;
}

export function twoFilters(): SapwoodError {
  const message = 'filter: two filters given; pass one, in the options or as the last argument';
  return new SapwoodError('invalid-argument', message);
}

type ItemReader = Reader<ItemFilter | undefined>;

const itemReader = (...names: string[]): ItemReader => ({
  code: 'invalid-argument',
  fill({ filter: out }, filter, _, name) {
    if (isObject(filter)) rejectUnknown(name, filter, names);
    storeFilter(out, filter, 1);
  },
});

/** Options of a new item. Accepts `layer`, which `insert` rejects with a more specific error. */
export const NEW_ITEM: ItemReader = itemReader('category', 'mask', 'layer');
/** Filter in the options of a new body. */
export const NEW_BODY: ItemReader = itemReader('category', 'mask', 'layer', 'object');
const changedFilter: ItemReader = itemReader('category', 'mask');
export const CHANGED_FILTER: ItemReader = {
  code: 'invalid-argument',
  fill(target, filter, dimensions, name) {
    if (isObject(filter) && (filter as QueryFilter).layer !== undefined) {
      const message =
        'layer: setFilter() changes category and mask only; use setLayer() of a World';
      throw new SapwoodError('invalid-argument', message);
    }
    changedFilter.fill(target, filter, dimensions, name);
  },
};

/**
 * Reads the filter of an item into the register `filter`. Defaults: category 1, mask of all bits.
 */
export function readItemFilter(
  filter: ItemFilter | undefined,
  reader: ItemReader,
  name: string,
): Registers {
  return readWith(reader, filter, 3, name);
}

const MASK_FORM = 'a mask or { category?, mask? }';

function storeFilter(
  out: Int32Array,
  filter: number | QueryFilter | undefined,
  defaultBits: number,
): void {
  out[0] = defaultBits;
  out[1] = -1;
  out[2] = 0;
  if (filter === undefined) return;
  if (typeof filter === 'number') {
    out[1] = readBits(filter, 'filter');
    return;
  }
  if (!isOptions(filter)) {
    const form =
      defaultBits < 0 ? 'a mask, a function or { category?, mask?, accept? }' : MASK_FORM;
    throw expected('invalid-argument', 'filter', form, filter);
  }
  const { category, mask, layer } = filter;
  if (layer !== undefined) out[2] = readLayers(layer, defaultBits);
  if (category !== undefined) out[0] = readBits(category, 'category');
  if (mask !== undefined) out[1] = readBits(mask, 'mask');
}

// a query accepts one or several layers; an item accepts one layer
function readLayers(given: unknown, defaultBits: number): number {
  let layers = 1 << LAYERS.indexOf(given as Layer);
  if (defaultBits < 0 && Array.isArray(given)) {
    layers = 0;
    for (const layer of given) layers |= 1 << LAYERS.indexOf(layer);
  }
  // rejects unknown layers, which set bit 31, and an empty array, which sets no bit
  if (layers > 0) return layers;
  throw expected('invalid-argument', 'layer', defaultBits < 0 ? LAYER_LISTS : LAYER_FORM, given);
}

// accepts signed and unsigned integers: ~0 equals 0xffffffff
function readBits(bits: number, name: string): number {
  const whole = typeof bits === 'number' && ((bits | 0) === bits || bits >>> 0 === bits);
  if (whole) return bits | 0;
  throw expected('invalid-argument', name, 'a 32-bit integer', bits);
}
