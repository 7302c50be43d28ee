/** What the camera is put in front of: the scene, and the lanes of a sweep beside it while they are shown. */

import type { Session } from '../model/session.js';
import type { Settings } from '../state/settings.js';
import type { Stage } from './stage.js';
import { homeWithLanes } from './sweep-drawing.js';

function framingOf({ main, source }: Session, { show }: Settings): Float32Array {
  const axis = show.has('axis') ? main.index.stats().axis : undefined;
  return axis === undefined ? source.home : homeWithLanes(source.home, axis);
}

export class SceneFraming {
  private framed = '';

  constructor(private readonly stage: Stage) {}

  /** The camera goes back to where it was at first. */
  reset(session: Session, settings: Settings): void {
    this.stage.setHome(session.source.home, false);
    this.framed = '';
    this.follow(session, settings);
  }

  /** Light, floor and camera for a session; the camera of the same scene stays. */
  open(session: Session, settings: Settings, sameScene: boolean): void {
    const { home } = session.source;
    this.stage.setHome(home, sameScene);
    if (!sameScene) this.framed = home.join();
    this.follow(session, settings);
  }

  /** Makes room for what is shown beside the scene, unless a hand has moved the camera. */
  follow(session: Session, settings: Settings): void {
    const framing = framingOf(session, settings);
    const key = framing.join();
    if (key === this.framed) return;
    this.framed = key;
    this.stage.frameAgain(framing);
  }
}
