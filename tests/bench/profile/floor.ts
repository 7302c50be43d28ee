/**
 * Lower bounds for the costs of every structure: the time to copy the inputs and the results, to
 * read the results once, and to call a function that does nothing.
 */

import { type SpatialIndex, structures } from 'sapwood/all';
import type { Inputs } from './inputs';
import type { Floor } from './record';
import { rounded, Stopwatch, timeOfShort } from './stopwatch';

type Part = 'boxes in' | 'pairs out' | 'queries in' | 'results out' | 'read' | 'call';

export class FloorProfile {
  private readonly index: SpatialIndex;
  private readonly clock = new Stopwatch<Part>();
  private readonly pairs: Uint32Array;
  /**
   * Result of the loop that reads the pairs. It is stored so that the compiler does not remove the
   * loop.
   */
  private sum = 0;

  constructor(
    private readonly inputs: Inputs,
    pairs: Uint32Array,
    private readonly hits: number,
  ) {
    this.index = structures[0].create({ dimensions: inputs.dimensions });
    this.pairs = pairs.slice();
  }

  room(): Float32Array {
    const { inputs, pairs, hits } = this;
    const { queries, queryCount, boxes, stride } = inputs;
    const words = Math.max(boxes.length, pairs.length, queries.length, hits + queryCount + 1);
    return this.index.staging(Math.ceil(words / stride));
  }

  round(): void {
    const { clock, inputs, pairs, hits, index } = this;
    const floats = this.room();
    const words = new Uint32Array(floats.buffer, floats.byteOffset, floats.length);
    clock.time('boxes in', () => floats.set(inputs.boxes));
    clock.time('queries in', () => floats.set(inputs.queries));
    clock.time('results out', () => floats.slice(0, hits + inputs.queryCount + 1));
    clock.time('pairs out', () => words.set(pairs));
    clock.time('read', () => this.read(words.subarray(0, pairs.length)));
    clock.note(
      'call',
      timeOfShort(() => index.size),
    );
  }

  private read(pairs: Uint32Array): void {
    let sum = 0;
    for (let i = 0; i < pairs.length; i++) sum ^= pairs[i];
    this.sum ^= sum;
  }

  floor(): Floor {
    const { clock, inputs, pairs, hits } = this;
    const at = (part: Part) => rounded(clock.required(part));
    return {
      dimensions: inputs.dimensions,
      pairs: pairs.length / 2,
      hits,
      boxesIn: at('boxes in'),
      pairsOut: at('pairs out'),
      queriesIn: at('queries in'),
      resultsOut: at('results out'),
      readPairs: at('read'),
      call: at('call'),
    };
  }

  dispose(): void {
    this.index.dispose();
  }
}
