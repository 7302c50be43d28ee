/**
 * State of the playground for an address, without a page: settings, source of the boxes, and
 * session.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from 'sapwood/all';
import { expect } from 'vitest';
import {
  ascending,
  bruteForceHits,
  bruteForcePairs,
} from '../../../web/playground/src/explore/inspection.js';
import { currentAddress } from '../../../web/playground/src/model/examples.js';
import { structuresWithPageOptions } from '../../../web/playground/src/model/page-options.js';
import { sceneEntry, sceneMenu } from '../../../web/playground/src/model/scene-menu.js';
import { updateMethodsOf } from '../../../web/playground/src/model/update-methods.js';
import { loadLateModels } from '../../../web/playground/src/session/late-models.js';
import { Session } from '../../../web/playground/src/session/session.js';
import { choicesOf } from '../../../web/playground/src/session/setting-keys.js';
import type { Side } from '../../../web/playground/src/session/side.js';
import type { Trace } from '../../../web/playground/src/session/trace.js';
import type { Conformed } from '../../../web/playground/src/state/conform.js';
import { readHash } from '../../../web/playground/src/state/hash-codec.js';
import type { Catalog, Notices, Settings } from '../../../web/playground/src/state/settings.js';

/**
 * Loads the WebAssembly module and models that the page loads on demand. Call it before
 * `Scene.open`.
 */
export async function prepare(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('sapwood/all/trace.wasm');
  await Promise.all([init({ wasm: readFileSync(file) }), loadLateModels()]);
}

export const catalog = (): Catalog => ({
  structures: structuresWithPageOptions,
  scenes: sceneMenu,
  ...updateMethodsOf(structuresWithPageOptions),
  currentAddress,
});

export const read = (hash: string): Conformed => readHash(hash, catalog());

export class Scene {
  private constructor(
    readonly settings: Settings,
    readonly notices: Notices,
    readonly session: Session,
  ) {}

  /** The caller disposes of the scene. */
  static async open(hash: string): Promise<Scene> {
    const { settings, notices } = read(hash);
    const { dim, n, seed, motion, moving } = settings;
    const entry = sceneEntry(settings.scene);
    const source = await entry.load({ dimensions: dim, count: n, seed, motion, moving });
    const session = new Session(choicesOf(settings), source, settings);
    session.refresh(settings);
    return new Scene(settings, notices, session);
  }

  apply(hash: string): Scene {
    const { settings, notices } = read(hash);
    this.session.refresh(settings);
    return new Scene(settings, notices, this.session);
  }

  over(session: Session): Scene {
    return new Scene(this.settings, this.notices, session);
  }

  get side(): Side {
    return this.session.main;
  }

  get hits(): number[] {
    return hitsOf(this.side);
  }

  step(frames = 1): void {
    for (let i = 0; i < frames; i++) this.session.advance(this.settings);
    this.session.refresh(this.settings);
  }

  bruteForceHits(): number[] {
    return bruteForceHits(this.session);
  }

  /** Expects that all structures are valid and that their hits and pairs equal brute force. */
  expectSound(note = ''): void {
    const { session } = this;
    const [hits, pairs] = [bruteForceHits(session), bruteForcePairs(session)];
    expect(session.faults(), note).toEqual([]);
    for (const side of session.sides) {
      expect(hitsOf(side), note).toEqual(hits);
      expect(side.pairCount, note).toBe(pairs);
    }
  }

  /**
   * Expects that the trace has the counters of the library and the hits of brute force. Returns the
   * trace.
   */
  expectTrace(note = ''): Trace {
    const { trace, queryCounters } = this.side;
    if (!trace) throw new Error(`${note}: no trace`);
    const { nodeVisits, itemTests } = trace;
    expect(queryCounters, note).toMatchObject({ nodeVisits, itemTests });
    const found = ascending(Uint32Array.from(trace.hits));
    expect(found, note).toEqual(this.hits);
    expect(found, note).toEqual(this.bruteForceHits());
    return trace;
  }

  dispose(): void {
    this.session.dispose();
    this.session.source.dispose();
  }
}

export function hitsOf({ hits, hitCount }: Side): number[] {
  return ascending(hits.subarray(0, hitCount));
}

export async function withScene<Result>(
  hash: string,
  look: (scene: Scene) => Result | Promise<Result>,
): Promise<Result> {
  const scene = await Scene.open(hash);
  try {
    return await look(scene);
  } finally {
    scene.dispose();
  }
}
