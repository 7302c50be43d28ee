/**
 * The hierarchy: every node as a box in the colour of its level, and those that the query looked at once more in
 * colours and strokes of their own.
 */

import type { NodeDump } from 'sapwood';
import { ENTERED, type NodeWalk, REJECTED } from '../model/node-walk.js';
import { ALL_LEVELS, type Dimensions, type Settings } from '../state/settings.js';
import { BoxBuffer } from './box-buffer.js';
import { PALETTE_SIZE } from './box-lines.glsl.js';
import { BoxLines } from './box-lines.js';
import { type Rgb, rampColour } from './colour.js';
import type { StageTheme } from './theme.js';

const TREE_LOOK = { width: 1.1, halo: 0, glow: 0.3, dash: 0 };
const ENTERED_LOOK = { width: 1.3, halo: 0, glow: 0, dash: 0 };
const REJECTED_LOOK = { width: 1, halo: 0, glow: 0, dash: 3 };

/** The more nodes a level has, the fainter it is drawn; up to this many at full strength. */
const FULL_STRENGTH_NODES = 12;
const MOST_OPACITY = 0.9;
const LEAST_OPACITY = 0.1;
/** Of the nodes that a query enters the deep ones matter: it always enters the first. */
const FIRST_VISITED_OPACITY = 0.15;
const LAST_VISITED_OPACITY = 0.75;

/** `NodeKind.Branch`: has children and no items of its own. */
const BRANCH = 0;

function paletteOf(level: number): number {
  return Math.min(level, PALETTE_SIZE - 1);
}

function leafMark(kind: number): number {
  return kind === BRANCH ? 0 : 1;
}

/** Share of the colour ramp for a level. */
export function levelShare(level: number, levels: number): number {
  return levels > 1 ? Math.min(level / (levels - 1), 1) : 0.5;
}

interface LevelColours {
  readonly theme: StageTheme | null;
  readonly levels: number;
  readonly ramp: readonly Rgb[];
}

export class NodeDrawing {
  readonly tree: BoxLines;
  readonly entered: BoxLines;
  readonly rejected: BoxLines;
  /** Nodes on each level of the last dump. */
  readonly levelCounts = new Uint32Array(PALETTE_SIZE);
  readonly leafCounts = new Uint32Array(PALETTE_SIZE);
  levels = 0;
  private theme: StageTheme | null = null;
  private colours: LevelColours = { theme: null, levels: 0, ramp: [] };

  constructor(private readonly dimensions: Dimensions) {
    this.tree = new BoxLines(new BoxBuffer(dimensions), TREE_LOOK);
    this.entered = new BoxLines(new BoxBuffer(dimensions), ENTERED_LOOK);
    this.rejected = new BoxLines(new BoxBuffer(dimensions), REJECTED_LOOK);
    this.tree.setOrder(1);
    this.rejected.setOrder(2);
    this.entered.setOrder(3);
  }

  get parts(): readonly BoxLines[] {
    return [this.tree, this.entered, this.rejected];
  }

  setTheme(theme: StageTheme): void {
    this.theme = theme;
    this.colourLevels();
  }

  /** Uniforms only. */
  setSettings({ show, shallowest, deepest, query }: Settings): void {
    this.tree.visible = show.has('hierarchy');
    this.entered.visible = this.rejected.visible = show.has('hierarchy') && query !== 'none';
    for (const { uniforms } of this.parts) {
      uniforms.levelRange.value.set(shallowest, deepest === ALL_LEVELS ? 255 : deepest);
      uniforms.leavesOnly.value = show.has('leaves') ? 1 : 0;
    }
  }

  refreshTree({ bounds, count, kind, level }: NodeDump): void {
    const { buffer } = this.tree;
    buffer.resize(count);
    buffer.boundsArray.set(bounds);
    this.levelCounts.fill(0);
    this.leafCounts.fill(0);
    let deepest = 0;
    for (let node = 0; node < count; node++) {
      const palette = paletteOf(level[node]);
      const leaf = leafMark(kind[node]);
      buffer.setMark(node, palette, leaf);
      this.levelCounts[palette]++;
      this.leafCounts[palette] += leaf;
      deepest = Math.max(deepest, palette);
    }
    this.levels = count > 0 ? deepest + 1 : 0;
    this.colourLevels();
    this.tree.prepare();
    buffer.upload();
  }

  refreshWalk(dump: NodeDump, walk: NodeWalk): void {
    const { dimensions } = this;
    const rejected = this.rejected.buffer;
    const entered = this.entered.buffer;
    rejected.resize(walk.tested - walk.entered);
    entered.resize(walk.entered);
    let rejectedCount = 0;
    let enteredCount = 0;
    for (let node = 0; node < dump.count; node++) {
      const state = walk.states[node];
      if (state !== ENTERED && state !== REJECTED) continue;
      const buffer = state === ENTERED ? entered : rejected;
      const place = state === ENTERED ? enteredCount++ : rejectedCount++;
      buffer.copyBox(place, dump.bounds, node * 2 * dimensions);
      buffer.setMark(place, paletteOf(dump.level[node]), leafMark(dump.kind[node]));
    }
    for (const lines of [this.rejected, this.entered]) {
      lines.prepare();
      lines.buffer.upload();
    }
  }

  /** Nodes that the settings let through. */
  drawnNodes({ show, shallowest, deepest }: Settings): number {
    if (!show.has('hierarchy')) return 0;
    const counts = show.has('leaves') ? this.leafCounts : this.levelCounts;
    const last = Math.min(deepest, this.levels - 1);
    let sum = 0;
    for (let level = shallowest; level <= last; level++) sum += counts[level];
    return sum;
  }

  dispose(): void {
    for (const lines of this.parts) lines.dispose();
  }

  private levelOpacity(level: number): number {
    const crowd = Math.max(this.levelCounts[level] / FULL_STRENGTH_NODES, 1);
    return Math.max(MOST_OPACITY / crowd ** 0.55, LEAST_OPACITY);
  }

  /** Colours follow theme and depth; the opacity follows the crowd of each frame. */
  private colourLevels(): void {
    const { theme, levels } = this;
    if (!theme) return;
    if (this.colours.theme !== theme || this.colours.levels !== levels) {
      const ramp = Array.from({ length: PALETTE_SIZE }, (_, level) =>
        rampColour(theme.ramp, levelShare(level, levels)),
      );
      this.colours = { theme, levels, ramp };
    }
    const glow = theme.name === 'dark' ? TREE_LOOK.glow : 0;
    this.tree.uniforms.glow.value = glow;
    for (let level = 0; level < PALETTE_SIZE; level++) {
      const share = levelShare(level, levels);
      const mix = (first: number, last: number) => first + share * (last - first);
      this.tree.setColour(level, this.colours.ramp[level], this.levelOpacity(level));
      const visited = mix(FIRST_VISITED_OPACITY, LAST_VISITED_OPACITY);
      this.entered.setColour(level, theme.visited, visited);
      this.rejected.setColour(level, theme.rejected, 0.7 * visited);
    }
  }
}
