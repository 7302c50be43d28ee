/** What an address shows, without a page: the playground's own settings, source and session. */

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
import { verbsOf } from '../../../web/playground/src/model/gradual-verbs.js';
import { offeredStructures } from '../../../web/playground/src/model/page-options.js';
import { sceneEntry, sceneMenu } from '../../../web/playground/src/model/scene-menu.js';
import { loadLateModels } from '../../../web/playground/src/session/late-models.js';
import { Session } from '../../../web/playground/src/session/session.js';
import type { Side } from '../../../web/playground/src/session/side.js';
import type { Trace } from '../../../web/playground/src/session/trace.js';
import { choicesOf } from '../../../web/playground/src/session/wanted.js';
import type { Conformed } from '../../../web/playground/src/state/conform.js';
import { readHash } from '../../../web/playground/src/state/hash-codec.js';
import type { Catalog, Notices, Settings } from '../../../web/playground/src/state/settings.js';

/** Before any scene is shown. */
export async function prepare(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('sapwood/all/trace.wasm');
  await Promise.all([init({ wasm: readFileSync(file) }), loadLateModels()]);
}

export const catalog = (): Catalog => ({
  structures: offeredStructures,
  scenes: sceneMenu,
  ...verbsOf(offeredStructures),
  currentAddress,
});

export const read = (hash: string): Conformed => readHash(hash, catalog());

export class Scene {
  private constructor(
    readonly settings: Settings,
    readonly notices: Notices,
    readonly session: Session,
  ) {}

  /** To be disposed. */
  static async open(hash: string): Promise<Scene> {
    const { settings, notices } = read(hash);
    const { dim, n, seed, motion, moving } = settings;
    const entry = sceneEntry(settings.scene);
    const source = await entry.load({ dimensions: dim, count: n, seed, motion, moving });
    const session = new Session(choicesOf(settings), source, settings);
    session.answer(settings);
    return new Scene(settings, notices, session);
  }

  /** Other settings of the same scene. */
  ask(hash: string): Scene {
    const { settings, notices } = read(hash);
    this.session.answer(settings);
    return new Scene(settings, notices, this.session);
  }

  /** The same settings with a session of its own. */
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
    this.session.answer(this.settings);
  }

  bruteForceHits(): number[] {
    return bruteForceHits(this.session);
  }

  /** Structures are valid, and every side finds what brute force finds. */
  expectSound(note = ''): void {
    const { session } = this;
    const [hits, pairs] = [bruteForceHits(session), bruteForcePairs(session)];
    expect(session.faults(), note).toEqual([]);
    for (const side of session.sides) {
      expect(hitsOf(side), note).toEqual(hits);
      expect(side.pairCount, note).toBe(pairs);
    }
  }

  /** The traced walk is the one that the library counted, and finds what brute force finds. */
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

/** Shows an address as long as `look` takes. */
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
