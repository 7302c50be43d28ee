/** What the camera is put in front of: the scene, and what is shown beside it: the lanes of a sweep, the reach of cells. */

import { homeWithLanes } from '../features/sweep/sweep-drawing.js';
import type { Session } from '../session/session.js';
import type { Stage } from '../stage/stage.js';
import type { Settings } from '../state/settings.js';

/** Cells of a loose tree reach out of the scene. */
function homeWithReach({ sides, source }: Session): Float32Array {
  const home = source.home.slice();
  const { dimensions } = source;
  for (const { dump } of sides) {
    for (let i = 0; dump.cells && dump.count > 0 && i < dimensions; i++) {
      home[i] = Math.min(home[i], dump.bounds[i]);
      home[i + dimensions] = Math.max(home[i + dimensions], dump.bounds[i + dimensions]);
    }
  }
  return home;
}

function framingOf(session: Session, { show }: Settings): Float32Array {
  const { main, source } = session;
  const axis = show.has('axis') ? main.index.stats().axis : undefined;
  if (axis !== undefined) return homeWithLanes(source.home, axis);
  return show.has('reach') ? homeWithReach(session) : source.home;
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
