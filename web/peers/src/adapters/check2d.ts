/**
 * check2d, which the package detect-collisions re-exports: stores shapes in an R-tree, and tests
 * pairs with the separating axis theorem.
 */

import type { Box, System } from 'check2d';
import type { Adapter, Change, Peer } from '../adapter.js';
import { IdList } from '../id-list.js';

interface Library {
  readonly System: new () => System;
}

type Body = Box & { item: number };

class Check2dPeer implements Peer {
  private system: System;
  private bodies: Body[] = [];
  private readonly pairs = new IdList();

  constructor(private readonly library: Library) {
    this.system = new library.System();
  }

  build(boxes: Float32Array): void {
    this.system = new this.library.System();
    this.bodies = [];
    for (let at = 0; at < boxes.length; at += 4) {
      const place = { x: boxes[at], y: boxes[at + 1] };
      const [width, height] = [boxes[at + 2] - place.x, boxes[at + 3] - place.y];
      const body = this.system.createBox(place, width, height) as Body;
      body.item = at / 4;
      this.bodies.push(body);
    }
  }

  allPairs(boxes: Float32Array): Uint32Array {
    this.build(boxes);
    return this.check();
  }

  frame({ ids, moved }: Change): Uint32Array {
    for (let i = 0; i < ids.length; i++) {
      const body = this.bodies[ids[i]];
      body.setPosition(moved[4 * i], moved[4 * i + 1]);
    }
    return this.check();
  }

  /**
   * Returns all pairs. The library reports each pair in both orders, and only one of them is used.
   */
  private check(): Uint32Array {
    const { pairs } = this;
    pairs.length = 0;
    this.system.checkAll(({ a, b }) => {
      if ((a as Body).item < (b as Body).item) pairs.pushPair((a as Body).item, (b as Body).item);
    });
    return pairs.view();
  }
}

export const check2d: Adapter = {
  id: 'check2d',
  title: 'check2d (detect-collisions)',
  package: 'check2d',
  version: '9.36.4',
  dimensions: [2],
  methods: ['build', 'allPairs', 'frame'],
  notes: [
    'it reports every pair twice, of which the adapter keeps one',
    'it always tests shapes after boxes',
  ],
  async load() {
    const { System } = await import('check2d');
    return () => new Check2dPeer({ System });
  },
};
