/**
 * Where the parts of a picture belong: trees, and beside them a list that is walked apart, of newcomers or of what lies
 * outside of the world. Where the picture alone leaves that open there are several readings; the library's counts tell
 * which one holds.
 */

import type { NodeLinks } from '../../model/node-links.js';
import { rootsOf } from './walks/walk-input.js';

export interface Reading {
  readonly roots: readonly number[];
  /** The node of the list beside the trees. */
  readonly beside: number | null;
}

export type Readings = (links: NodeLinks) => readonly Reading[];

export const treesOnly: Readings = ({ dump }) => [{ roots: rootsOf(dump), beside: null }];

/** What lies outside of the world is a leaf before the root, or alone. */
export const outsideFirst: Readings = ({ dump }) => {
  const roots = rootsOf(dump);
  if (roots.length > 1) return [{ roots: roots.slice(1), beside: roots[0] }];
  const alone = roots.map((root) => ({ roots: [], beside: root }));
  return [{ roots, beside: null }, ...alone];
};

/** Newcomers are a leaf beside the tree under a root that both have, or alone. */
function newcomers(links: NodeLinks, side: 0 | 1): readonly Reading[] {
  const roots = rootsOf(links.dump);
  return [
    { roots, beside: null },
    ...roots.flatMap((root): Reading[] => {
      const children = links.childrenOf(root);
      if (children.length === 0) return [{ roots: [], beside: root }];
      const fresh = children[side];
      if (children.length !== 2 || links.firstChild[fresh] >= 0) return [];
      return [{ roots: [children[1 - side]], beside: fresh }];
    }),
  ];
}

export const newcomersFirst: Readings = (links) => newcomers(links, 0);
export const newcomersLast: Readings = (links) => newcomers(links, 1);

/** Newcomers are a block behind the tree, or alone. */
export const newcomersApart: Readings = ({ dump }) => {
  const roots = rootsOf(dump);
  const block = roots.find((root) => dump.kind[root] === 2) ?? null;
  return [{ roots: roots.filter((root) => root !== block), beside: block }];
};

/** The first tree is the main one, unless that is empty and the first one is of newcomers too. */
export const mainOrNot: Readings = ({ dump }) => {
  const roots = rootsOf(dump);
  return [
    { roots, beside: null },
    { roots, beside: roots[0] ?? null },
  ];
};
