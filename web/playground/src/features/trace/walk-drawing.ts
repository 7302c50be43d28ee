/**
 * Nodes that the query tested: entered nodes have solid outlines, rejected nodes dashed outlines.
 */

import type { NodeDump } from 'sapwood/all';
import { volumesOf } from '../../model/node-volumes.js';
import { ENTERED, type NodeStates, REJECTED } from '../../session/trace.js';
import { PALETTE_SIZE } from '../../stage/box-lines.glsl.js';
import { BoxLines } from '../../stage/box-lines.js';
import type { Drawing } from '../../stage/drawing.js';
import { levelShare, paletteOf } from '../../stage/node-drawing.js';
import type { StageTheme } from '../../stage/theme.js';
import { ALL_LEVELS, type Dimensions, type Settings } from '../../state/settings.js';

const ENTERED_LOOK = { width: 1.3, halo: 0, glow: 0, dash: 0 };
const REJECTED_LOOK = { width: 1, halo: 0, glow: 0, dash: 3 };

/**
 * Opacity of the root and of the deepest nodes. Deep nodes are emphasized, because the root is
 * always entered.
 */
const FIRST_OPACITY = 0.15;
const LAST_OPACITY = 0.75;
/** Opacity while the user steps through a query, when the rest of the hierarchy is dimmed. */
const STEP_OPACITY = 1;

export class WalkDrawing implements Drawing {
  readonly entered: BoxLines;
  readonly rejected: BoxLines;
  private theme: StageTheme | null = null;
  private levels = 0;
  /** Whether loose cells are drawn with their extended bounds, which queries test. */
  private reach = false;
  private isStepped = false;

  constructor(
    private readonly dimensions: Dimensions,
    round: boolean,
  ) {
    const shape = round ? 'rings' : 'box';
    this.entered = new BoxLines(dimensions, ENTERED_LOOK, shape);
    this.rejected = new BoxLines(dimensions, REJECTED_LOOK, shape);
    this.rejected.setOrder(2);
    this.entered.setOrder(3);
  }

  get parts(): readonly BoxLines[] {
    return [this.entered, this.rejected];
  }

  setTheme(theme: StageTheme): void {
    this.theme = theme;
    this.colorLevels();
  }

  setSettings({ show, shallowest, deepest, query, color, step }: Settings): void {
    this.reach = show.has('details');
    if (this.isStepped !== (step !== null)) {
      this.isStepped = step !== null;
      this.colorLevels();
    }
    // hidden if the nodes are colored by visit order
    const isShown = query !== 'none' && (color !== 'visits' || step !== null);
    for (const lines of this.parts) {
      lines.visible = show.has('hierarchy') && isShown;
      const last = deepest === ALL_LEVELS ? 255 : deepest;
      lines.uniforms.levelRange.value.set(shallowest, last);
    }
  }

  refresh(dump: NodeDump, walk: NodeStates): void {
    const stride = 2 * this.dimensions;
    const whole = volumesOf(dump, this.dimensions);
    const volumes = this.reach ? whole : (dump.cells ?? whole);
    const rejected = this.rejected.buffer;
    const entered = this.entered.buffer;
    rejected.resize(walk.tested - walk.entered);
    entered.resize(walk.entered);
    let rejectedCount = 0;
    let enteredCount = 0;
    let deepest = 0;
    for (let node = 0; node < dump.count; node++) {
      const state = walk.states[node];
      deepest = Math.max(deepest, dump.level[node]);
      if (state !== ENTERED && state !== REJECTED) continue;
      const buffer = state === ENTERED ? entered : rejected;
      const place = state === ENTERED ? enteredCount++ : rejectedCount++;
      buffer.copyBox(place, volumes, node * stride);
      buffer.setMark(place, paletteOf(dump.level[node]));
    }
    for (const lines of this.parts) {
      lines.finish();
    }
    if (this.levels !== deepest + 1) {
      this.levels = deepest + 1;
      this.colorLevels();
    }
  }

  dispose(): void {
    for (const lines of this.parts) lines.dispose();
  }

  private colorLevels(): void {
    const { theme, levels } = this;
    if (!theme) return;
    for (let level = 0; level < PALETTE_SIZE; level++) {
      const share = levelShare(level, levels);
      const opacity = this.isStepped
        ? STEP_OPACITY
        : FIRST_OPACITY + share * (LAST_OPACITY - FIRST_OPACITY);
      this.entered.setColor(level, theme.visited, opacity);
      this.rejected.setColor(level, theme.rejected, 0.7 * opacity);
    }
  }
}
