/**
 * Drawing of the hierarchy: boxes, cells or spheres in the color of their level. The extended
 * bounds of loose cells are dashed. Nodes that are not split yet, and trees of pending items,
 * differ in color and line style.
 */

import type { NodeDump } from 'sapwood/all';
import type { Growth } from '../model/growth.js';
import {
  isTrait,
  NO_TRAIT,
  RAMP_STEPS,
  type TraitKind,
  type TraitSource,
  traitKinds,
  writeTraits,
} from '../model/node-traits.js';
import { shownVolumes, treesOf, volumesOf } from '../model/node-volumes.js';
import { ALL_LEVELS, type Dimensions, type Settings, showsNodes } from '../state/settings.js';
import { PALETTE_SIZE } from './box-lines.glsl.js';
import { BoxLines } from './box-lines.js';
import { type Ramp, type Rgb, rampColor } from './color.js';
import type { Drawing } from './drawing.js';
import type { StageTheme } from './theme.js';

const TREE_LOOK = { width: 1.1, halo: 0, glow: 0.3, dash: 0 };
const REACH_LOOK = { width: 1, halo: 0, glow: 0, dash: 4 };
const FRESH_LOOK = { width: 1.5, halo: 0, glow: 0, dash: 5 };

/**
 * Maximum number of nodes in a level that is drawn at full opacity. Levels with more nodes are
 * fainter.
 */
const FULL_STRENGTH_NODES = 12;
const MAX_OPACITY = 0.9;
const MIN_OPACITY = 0.1;
/** Opacity factor of spheres, which have more lines and overlap more than boxes. */
const ROUND_STRENGTH = 0.55;
const REACH_STRENGTH = 0.55;
/** Minimum opacity of new and pending nodes, so that they stay visible among the other nodes. */
const MIN_FRESH_OPACITY = 0.4;

/** Opacity factor of nodes that have no value of the displayed trait. */
const WITHOUT_TRAIT = 0.4;
const NOT_VISITED = 0.12;
const VISITED_OPACITY = 0.75;

export function paletteOf(level: number): number {
  return Math.min(level, PALETTE_SIZE - 1);
}

export function levelShare(level: number, levels: number): number {
  return levels > 1 ? Math.min(level / (levels - 1), 1) : 0.5;
}

interface LevelColors {
  /** Color ramp of the theme from which `ramp` was computed. */
  readonly of: Ramp | null;
  readonly levels: number;
  readonly ramp: readonly Rgb[];
}

interface NodeStyle {
  /** Whether nodes are spheres. */
  readonly round: boolean;
  /**
   * Whether the structure stores pending items in separate trees, which follow the main tree in the
   * dump.
   */
  readonly pending: boolean;
}

export class NodeDrawing implements Drawing {
  readonly tree: BoxLines;
  readonly reach: BoxLines;
  readonly fresh: BoxLines;
  readonly levelCounts = new Uint32Array(PALETTE_SIZE);
  levels = 0;
  /** Ids of pending items, which are stored in separate trees after the main tree. */
  pending = new Uint32Array(0);
  private drawn: NodeDump | null = null;
  private traits: TraitSource | null = null;
  private visits = 0;
  private traitBytes = new Uint8Array(0);
  private theme: StageTheme | null = null;
  private colors: LevelColors = { of: null, levels: 0, ramp: [] };

  constructor(
    private readonly dimensions: Dimensions,
    private readonly style: NodeStyle,
  ) {
    const shape = style.round ? 'rings' : 'box';
    this.tree = new BoxLines(dimensions, TREE_LOOK, shape, 'traits');
    this.reach = new BoxLines(dimensions, REACH_LOOK);
    this.fresh = new BoxLines(dimensions, FRESH_LOOK, shape);
    this.reach.setOrder(1);
    this.tree.setOrder(1);
    this.fresh.setOrder(2);
  }

  get parts(): readonly BoxLines[] {
    return [this.tree, this.reach, this.fresh];
  }

  setTheme(theme: StageTheme): void {
    this.theme = theme;
    this.colorLevels();
    for (let step = 0; step < RAMP_STEPS; step++) {
      this.tree.setRampColor(step, rampColor(theme.ramp, step / (RAMP_STEPS - 1)));
    }
    this.tree.uniforms.plain.value.set(...theme.itemLine);
  }

  /** Changes only uniforms and visibility, so no data is uploaded. */
  setSettings({ show, shallowest, deepest, color, step }: Settings): void {
    const { colorBy, minOpacity, plainStrength } = this.tree.uniforms;
    // while the traversal is shown in steps, visited nodes are drawn over the faint hierarchy
    for (const { uniforms } of this.parts)
      uniforms.strength.value = step === null ? 1 : NOT_VISITED;
    colorBy.value = isTrait(color) ? traitKinds.indexOf(color) : -1;
    minOpacity.value = color === 'visits' ? VISITED_OPACITY : 0;
    plainStrength.value = color === 'visits' ? NOT_VISITED : WITHOUT_TRAIT;
    const asLines = show.has('hierarchy') && !show.has('heat');
    this.tree.visible = this.fresh.visible = asLines;
    this.reach.visible = asLines && show.has('details');
    for (const { uniforms } of this.parts) {
      uniforms.levelRange.value.set(shallowest, deepest === ALL_LEVELS ? 255 : deepest);
    }
  }

  refresh(dump: NodeDump): void {
    if (dump === this.drawn && this.tree.buffer.count === dump.count) return;
    this.write(dump);
    this.countLevels(dump, dump.count);
    this.fresh.buffer.resize(0);
    if (this.style.pending) this.writePending(dump);
    this.colorLevels();
  }

  /** `visits` is the number of the last visit, at which the color ramp ends. */
  refreshTraits(source: TraitSource, visits: number): void {
    const before = this.traits;
    const known =
      before !== null &&
      source.dump === this.drawn &&
      source.overlaps === before.overlaps &&
      source.visitOrder === before.visitOrder &&
      visits === this.visits;
    if (known) return;
    this.traits = source;
    this.visits = visits;
    const { count } = source.dump;
    if (this.traitBytes.length < 2 * count) this.traitBytes = new Uint8Array(3 * count);
    writeTraits(source, visits, this.traitBytes);
    this.tree.buffer.setTraits(this.traitBytes, count);
    this.tree.buffer.upload();
  }

  refreshGrowth({ dump, shown, open, openCount }: Growth): void {
    if (dump !== this.drawn) this.writeGrowth(dump);
    this.tree.buffer.resize(shown);
    if (dump.cells) this.reach.buffer.resize(shown);
    this.countLevels(dump, shown);
    this.writeFresh(dump, open.subarray(0, openCount));
    this.colorLevels();
  }

  drawnNodes({ show, shallowest, deepest }: Settings): number {
    if (!showsNodes(show)) return 0;
    const last = Math.min(deepest, this.levels - 1);
    let sum = 0;
    for (let level = shallowest; level <= last; level++) sum += this.levelCounts[level];
    return sum;
  }

  /** Returns the position of a node on the color ramp of a trait. */
  traitOf(node: number, kind: TraitKind): number {
    return this.traits ? this.traitBytes[2 * node + traitKinds.indexOf(kind)] : NO_TRAIT;
  }

  shows(node: number, { show, shallowest, deepest }: Settings): boolean {
    const { drawn } = this;
    if (!drawn || node >= drawn.count || !showsNodes(show)) return false;
    const level = paletteOf(drawn.level[node]);
    return level >= shallowest && level <= deepest;
  }

  dispose(): void {
    for (const lines of this.parts) lines.dispose();
  }

  private write(dump: NodeDump): void {
    const { cells, count, level } = dump;
    const volumes = volumesOf(dump, this.dimensions);
    this.drawn = dump;
    this.traits = null;
    this.reach.buffer.resize(cells ? count : 0);
    this.tree.buffer.resize(count);
    this.tree.buffer.setBoxes(cells ?? volumes);
    if (cells) this.reach.buffer.setBoxes(volumes);
    for (let node = 0; node < count; node++) {
      const palette = paletteOf(level[node]);
      this.tree.buffer.setMark(node, palette);
      if (cells) this.reach.buffer.setMark(node, palette);
    }
    for (const lines of [this.tree, this.reach]) {
      lines.finish();
    }
  }

  /** Writes an unfinished tree, whose nodes have no traits yet. */
  private writeGrowth(dump: NodeDump): void {
    this.write(dump);
    const unknown = new Uint8Array(2 * dump.count).fill(NO_TRAIT);
    this.tree.buffer.setTraits(unknown, dump.count);
    this.tree.buffer.upload();
  }

  private countLevels({ level }: NodeDump, count: number): void {
    this.levelCounts.fill(0);
    let deepest = 0;
    for (let node = 0; node < count; node++) {
      const palette = paletteOf(level[node]);
      this.levelCounts[palette]++;
      deepest = Math.max(deepest, palette);
    }
    this.levels = count > 0 ? deepest + 1 : 0;
  }

  private writePending(dump: NodeDump): void {
    const { firstItem, itemCount, items } = dump;
    const nodes: number[] = [];
    const pending: number[] = [];
    treesOf(dump).forEach((tree, node) => {
      if (tree === 0) return;
      nodes.push(node);
      pending.push(...items.subarray(firstItem[node], firstItem[node] + itemCount[node]));
    });
    this.pending = Uint32Array.from(pending);
    this.writeFresh(dump, Uint32Array.from(nodes));
  }

  private writeFresh(dump: NodeDump, nodes: Uint32Array): void {
    const { buffer } = this.fresh;
    const volumes = shownVolumes(dump, this.dimensions);
    buffer.resize(nodes.length);
    nodes.forEach((node, place) => {
      buffer.copyBox(place, volumes, node * 2 * this.dimensions);
      buffer.setMark(place, paletteOf(dump.level[node]));
    });
    this.fresh.finish();
  }

  private levelOpacity(level: number): number {
    const crowd = Math.max(this.levelCounts[level] / FULL_STRENGTH_NODES, 1);
    const strength = this.style.round ? ROUND_STRENGTH : 1;
    return strength * Math.max(MAX_OPACITY / crowd ** 0.55, MIN_OPACITY);
  }

  private colorLevels(): void {
    const { theme, levels } = this;
    if (!theme) return;
    const of = theme.ramp;
    if (this.colors.of !== of || this.colors.levels !== levels) {
      const ramp = Array.from({ length: PALETTE_SIZE }, (_, level) =>
        rampColor(of, levelShare(level, levels)),
      );
      this.colors = { of, levels, ramp };
    }
    const crowd = Math.max(this.fresh.buffer.count / FULL_STRENGTH_NODES, 1);
    this.fresh.setEveryColor(theme.fresh, Math.max(crowd ** -0.3, MIN_FRESH_OPACITY));
    this.tree.uniforms.glow.value = theme.name === 'dark' ? TREE_LOOK.glow : 0;
    for (let level = 0; level < PALETTE_SIZE; level++) {
      const opacity = this.levelOpacity(level);
      this.tree.setColor(level, this.colors.ramp[level], opacity);
      this.reach.setColor(level, this.colors.ramp[level], REACH_STRENGTH * opacity);
    }
  }
}
