/**
 * Moves the camera so that it shows the scene and all drawings outside of the scene, such as the
 * intervals of a sweep or the loose cells of a tree.
 */

import { boundsWithLanes } from '../features/sweep/sweep-drawing.js';
import type { Session } from '../session/session.js';
import type { Stage } from '../stage/stage.js';
import { roundCamera } from '../state/conform.js';
import type { Settings } from '../state/settings.js';
import type { Store } from '../state/store.js';

/** Extends the scene bounds by the loose cells of a tree. */
function boundsWithLooseCells({ sides, source }: Session): Float32Array {
  const bounds = source.sceneBounds.slice();
  const { dimensions } = source;
  for (const { dump } of sides) {
    for (let i = 0; dump.cells && dump.count > 0 && i < dimensions; i++) {
      bounds[i] = Math.min(bounds[i], dump.bounds[i]);
      bounds[i + dimensions] = Math.max(bounds[i + dimensions], dump.bounds[i + dimensions]);
    }
  }
  return bounds;
}

function framingOf(session: Session, { show }: Settings): Float32Array {
  const { main, source } = session;
  const axis = show.has('details') ? main.index.stats().axis : undefined;
  if (axis !== undefined) return boundsWithLanes(source.sceneBounds, axis);
  return show.has('details') ? boundsWithLooseCells(session) : source.sceneBounds;
}

/**
 * Milliseconds without camera movement after which a gesture has ended and the camera is stored.
 */
const REST_MS = 250;

export class SceneFraming {
  private framed = '';
  /** Camera that was last copied from or to the settings; null if the whole scene is shown. */
  private camera: readonly number[] | null = null;
  private sceneBounds: Float32Array | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly store: Store,
  ) {
    let rest: ReturnType<typeof setTimeout> | undefined;
    stage.cameras.onMove = () => {
      clearTimeout(rest);
      rest = setTimeout(() => this.storeCamera(), REST_MS);
    };
  }

  /** Writes the camera to the settings if the user has moved it. */
  private storeCamera(): void {
    const { cameras } = this.stage;
    if (!this.sceneBounds || !cameras.isMoved) return;
    this.camera = roundCamera(cameras.read(this.sceneBounds));
    this.store.tune({ camera: this.camera });
  }

  reset(session: Session, settings: Settings): void {
    this.stage.setSceneBounds(session.source.sceneBounds, false);
    this.framed = '';
    this.camera = null;
    this.follow(session, settings);
  }

  /** Sets light, floor and camera for a new session; keeps the camera if the scene is the same. */
  open(session: Session, settings: Settings, sameScene: boolean): void {
    const { sceneBounds } = session.source;
    this.sceneBounds = sceneBounds;
    this.stage.setSceneBounds(sceneBounds, sameScene);
    if (!sameScene) {
      this.framed = sceneBounds.join();
      this.camera = null;
    }
    this.follow(session, settings);
  }

  /**
   * Applies the camera of the settings. Without a camera, frames the scene and the drawings outside
   * of it.
   */
  follow(session: Session, settings: Settings): void {
    const framing = framingOf(session, settings);
    const key = framing.join();
    if (key !== this.framed) {
      this.framed = key;
      this.stage.frameAgain(framing);
    }
    this.followCamera(settings, framing);
  }

  private followCamera({ camera }: Settings, framing: Float32Array): void {
    if (!this.sceneBounds || camera?.join() === this.camera?.join()) return;
    this.camera = camera;
    if (camera) this.stage.cameras.place(camera, this.sceneBounds);
    else this.stage.cameras.frame(framing);
  }
}
