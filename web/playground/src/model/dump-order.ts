/** Reorders and truncates node dumps. */

import type { NodeDump } from 'sapwood/all';

export function itemsBelow({ count, itemCount, parent }: NodeDump): Uint32Array {
  const below = itemCount.slice();
  for (let node = count - 1; node > 0; node--) {
    if (parent[node] >= 0) below[parent[node]] += below[node];
  }
  return below;
}

/**
 * Reorders the item list so that the items of each subtree are contiguous. A node's own items
 * precede the items of its descendants.
 */
export function withItemsTogether(dump: NodeDump): NodeDump {
  const { count, itemCount, parent } = dump;
  const below = itemsBelow(dump);
  const firstItem = new Uint32Array(count);
  /** Position in `items` where the next child of each node stores its items. */
  const free = new Uint32Array(count);
  const items = new Uint32Array(dump.items.length);
  let end = 0;
  for (let node = 0; node < count; node++) {
    const above = parent[node];
    firstItem[node] = above < 0 ? end : free[above];
    free[node] = firstItem[node] + itemCount[node];
    if (above < 0) end += below[node];
    else free[above] += below[node];
    const from = dump.firstItem[node];
    items.set(dump.items.subarray(from, from + itemCount[node]), firstItem[node]);
  }
  return { ...dump, firstItem, items };
}

/** Returns the nodes sorted by level. Nodes of the same level keep their order in the dump. */
export function breadthFirst({ level }: NodeDump): Uint32Array {
  return Uint32Array.from(level.keys()).sort((a, b) => level[a] - level[b] || a - b);
}

function rearranged(values: Float32Array, order: Uint32Array): NodeDump['bounds'] {
  const stride = values.length / Math.max(order.length, 1);
  const moved = new Float32Array(values.length);
  order.forEach((node, place) => {
    moved.set(values.subarray(node * stride, (node + 1) * stride), place * stride);
  });
  return moved;
}

/** `order` is a permutation in which each node precedes its children. */
export function reordered(dump: NodeDump, order: Uint32Array): NodeDump {
  const { cells, parent, spheres, ...others } = dump;
  const places = new Int32Array(dump.count);
  order.forEach((node, place) => {
    places[node] = place;
  });
  const pick = <List extends Uint32Array | Uint8Array>(list: List): List =>
    list.map((_, place) => list[order[place]]) as List;
  return {
    ...others,
    bounds: rearranged(dump.bounds, order),
    level: pick(dump.level),
    parent: Int32Array.from(order, (node) => (parent[node] < 0 ? -1 : places[parent[node]])),
    firstItem: pick(dump.firstItem),
    itemCount: pick(dump.itemCount),
    kind: pick(dump.kind),
    ...(spheres && { spheres: rearranged(spheres, order) }),
    ...(cells && { cells: rearranged(cells, order) }),
  };
}

/** Returns a dump of the first `count` nodes, with views of the arrays of `dump`. */
export function firstNodes(dump: NodeDump, count: number): NodeDump {
  const part = (values: NodeDump['bounds']) =>
    values.subarray(0, (values.length / Math.max(dump.count, 1)) * count);
  const { cells, spheres } = dump;
  return {
    ...dump,
    count,
    bounds: part(dump.bounds),
    level: dump.level.subarray(0, count),
    parent: dump.parent.subarray(0, count),
    firstItem: dump.firstItem.subarray(0, count),
    itemCount: dump.itemCount.subarray(0, count),
    kind: dump.kind.subarray(0, count),
    ...(spheres && { spheres: part(spheres) }),
    ...(cells && { cells: part(cells) }),
  };
}
