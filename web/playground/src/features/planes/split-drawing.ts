/** Drawing of split planes: panes with thin outlines in 3D, lines in 2D. */

import type { Object3D } from 'three';
import type { Side } from '../../session/side.js';
import { BoxBuffer } from '../../stage/box-buffer.js';
import { PALETTE_SIZE } from '../../stage/box-lines.glsl.js';
import { BoxLines } from '../../stage/box-lines.js';
import { LinesDrawing } from '../../stage/drawing.js';
import { paletteOf } from '../../stage/node-drawing.js';
import { PlaneFaces } from '../../stage/plane-faces.js';
import type { StageTheme } from '../../stage/theme.js';
import { ALL_LEVELS, type Dimensions, type Settings } from '../../state/settings.js';
import { hasSplitPlanes, type SplitPlanes, splitPlanes } from './split-planes.js';

const LOOK = { width: 1.2, halo: 0, glow: 0, dash: 0 };
/** Opacity of panes and lines on levels with at most `STRONG_PLANES` planes. */
const PANE_OPACITY = 0.16;
const LINE_OPACITY = 0.85;
const STRONG_PLANES = 3;

export class SplitDrawing extends LinesDrawing {
  private readonly panes: PlaneFaces | null;
  private drawn: Side['dump'] | null = null;
  private theme: StageTheme | null = null;
  private readonly crowds = new Uint32Array(PALETTE_SIZE);

  constructor(
    private readonly side: Side,
    private readonly dimensions: Dimensions,
  ) {
    const buffer = new BoxBuffer(dimensions);
    super(new BoxLines(buffer, LOOK), 2);
    this.panes = dimensions === 3 ? new PlaneFaces(buffer) : null;
    if (this.panes) this.panes.renderOrder = 1;
  }

  override get parts(): readonly Object3D[] {
    return this.panes ? [this.lines, this.panes] : [this.lines];
  }

  setTheme(theme: StageTheme): void {
    this.theme = theme;
    this.colorLevels();
  }

  override setSettings(settings: Settings): void {
    super.setSettings(settings);
    const { shallowest, deepest } = settings;
    const last = deepest === ALL_LEVELS ? 255 : deepest;
    this.lines.uniforms.levelRange.value.set(shallowest, last);
    this.panes?.setLevels(shallowest, last);
  }

  refresh(boxes: Float32Array): void {
    const { dimensions, side } = this;
    if (!this.isShown || this.drawn === side.dump) return;
    this.drawn = side.dump;
    this.write(splitPlanes(side.entry.id, side.links, boxes, dimensions));
  }

  override dispose(): void {
    super.dispose();
    this.panes?.dispose();
  }

  protected showsIn({ show }: Settings): boolean {
    return show.has('details') && hasSplitPlanes(this.side.entry.id);
  }

  private write({ boxes, count, levels }: SplitPlanes): void {
    const { buffer } = this.lines;
    buffer.resize(count);
    buffer.setBoxes(boxes);
    this.crowds.fill(0);
    for (let plane = 0; plane < count; plane++) {
      const palette = paletteOf(levels[plane]);
      buffer.setMark(plane, palette);
      this.crowds[palette]++;
    }
    this.lines.finish();
    this.colorLevels();
  }

  private colorLevels(): void {
    const { crowds, panes, theme } = this;
    if (!theme) return;
    for (let level = 0; level < PALETTE_SIZE; level++) {
      const share = Math.max(crowds[level] / STRONG_PLANES, 1) ** -0.45;
      this.lines.setColor(level, theme.plane, Math.max(LINE_OPACITY * share, 0.12));
      panes?.setColor(level, theme.plane, PANE_OPACITY * share);
    }
  }
}
