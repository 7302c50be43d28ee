/** Drawing of the items as solids with thin lines. Hits have a strong outline. */

import type { Object3D } from 'three';
import type { BoxSource, Solids } from '../model/box-source.js';
import { longestSide } from '../model/query-shape.js';
import type { Settings } from '../state/settings.js';
import { BodyMeshes, SurfaceMesh } from './body-meshes.js';
import { BoxBuffer } from './box-buffer.js';
import { BoxFaces } from './box-faces.js';
import { BoxLines } from './box-lines.js';
import {
  FAINT,
  FIRST_IN_ORDER,
  HIT,
  ORDER_STEPS,
  PAIRED,
  PLAIN,
  rampColor,
  SOLID_SHARE,
  SWEPT,
} from './color.js';
import { ContainerMesh } from './container-mesh.js';
import type { Drawing } from './drawing.js';
import type { StageTheme } from './theme.js';

const ITEM_LOOK = { width: 0.9, halo: 0, glow: 0, dash: 0 };
const HIT_LOOK = { width: 1.6, halo: 2.5, glow: 0, dash: 0 };
/** Opacity of the hit outlines that are hidden by solids, as a share of the full opacity. */
const HIDDEN_HIT_SHARE = 0.3;

function colorInOrder(place: number, count: number): number {
  return FIRST_IN_ORDER + Math.floor((place / Math.max(count, 1)) * ORDER_STEPS);
}

interface ItemStates {
  readonly paired: Uint8Array | null;
  readonly hits: Uint32Array;
  /** Whether the hits are ordered, so that their colors show the order. */
  readonly inOrder: boolean;
  /** Whether an item is drawn faintly, for example because it is outside of the frustum. */
  readonly faint: ((id: number) => boolean) | null;
  /** Items whose intervals on the sweep axis overlap the query. */
  readonly swept: Uint32Array;
}

export class ItemDrawing implements Drawing {
  readonly lines: BoxLines;
  readonly hits: BoxLines;
  private readonly buffer: BoxBuffer;
  private palette: Uint8Array;
  private readonly solid: BoxFaces | BodyMeshes | SurfaceMesh;
  private readonly container: ContainerMesh | null;
  private theme: StageTheme | null = null;
  private show: Settings['show'] = new Set();

  constructor(private readonly source: BoxSource) {
    this.buffer = new BoxBuffer(source.dimensions);
    this.palette = new Uint8Array(source.count);
    this.lines = new BoxLines(this.buffer, ITEM_LOOK);
    this.hits = new BoxLines(source.dimensions, HIT_LOOK);
    this.hits.setOrder(4);
    this.hits.showThrough(HIDDEN_HIT_SHARE);
    this.solid = this.makeSolid(source.solids);
    const { solids } = source;
    this.container = solids.kind === 'bodies' ? new ContainerMesh(solids.bodies.container) : null;
  }

  get parts(): readonly Object3D[] {
    const parts = [this.solid, this.lines, this.hits];
    return this.container ? [...parts, this.container] : parts;
  }

  setTheme(theme: StageTheme): void {
    const { solid } = this;
    this.theme = theme;
    this.lines.setColor(PLAIN, theme.itemLine, 0.55);
    this.lines.setColor(PAIRED, theme.paired, 0.8);
    this.lines.setColor(HIT, theme.hit, 0.9);
    this.hits.setEveryColor(theme.hit, 1);
    for (const lines of [this.lines, this.hits]) {
      lines.setColor(FAINT, theme.itemLine, 0.16);
      lines.setColor(SWEPT, theme.swept, 0.9);
    }
    for (let step = 0; step < ORDER_STEPS; step++) {
      const color = rampColor(theme.order, step / (ORDER_STEPS - 1));
      for (const lines of [this.lines, this.hits]) {
        lines.setColor(FIRST_IN_ORDER + step, color, 1);
      }
      if (!(solid instanceof SurfaceMesh)) solid.setColor(FIRST_IN_ORDER + step, color);
    }
    this.container?.setColor(theme.container);
    if (solid instanceof SurfaceMesh) this.showSurface(solid);
    else {
      solid.setColor(PLAIN, theme.body);
      solid.setColor(PAIRED, theme.paired);
      solid.setColor(HIT, theme.hit);
      solid.setColor(FAINT, theme.faintBody);
      solid.setColor(SWEPT, theme.swept);
    }
  }

  setSettings({ build, show, query }: Settings): void {
    this.show = show;
    this.solid.visible = show.has('bodies');
    if (this.solid instanceof SurfaceMesh) this.showSurface(this.solid);
    this.lines.visible = show.has('items');
    this.hits.visible = query !== 'none' || build !== null;
  }

  refresh(boxes: Float32Array, states: ItemStates): void {
    const { buffer, source } = this;
    const { paired, hits, inOrder, faint, swept } = states;
    if (this.palette.length !== source.count) this.palette = new Uint8Array(source.count);
    const { palette } = this;
    buffer.resize(source.count);
    buffer.setBoxes(boxes);
    if (paired) palette.set(paired);
    else palette.fill(PLAIN);
    if (faint) for (let id = 0; id < source.count; id++) if (faint(id)) palette[id] = FAINT;
    for (let i = 0; i < swept.length; i++) palette[swept[i]] = SWEPT;
    for (let i = 0; i < hits.length; i++) {
      palette[hits[i]] = inOrder ? colorInOrder(i, hits.length) : HIT;
    }
    for (let id = 0; id < source.count; id++) buffer.setMark(id, palette[id]);
    this.lines.finish();
    if (this.solid instanceof BodyMeshes) this.solid.refresh(palette);
    if (this.solid instanceof SurfaceMesh && source.movedCount > 0) this.solid.refresh();
    this.refreshHits(boxes, hits, inOrder);
  }

  dispose(): void {
    for (const part of [this.solid, this.lines, this.hits, this.container]) part?.dispose();
  }

  /** The surface has a fainter color if box outlines are drawn over it. */
  private showSurface(surface: SurfaceMesh): void {
    const { show, theme } = this;
    surface.visible = show.has('bodies') || show.has('items');
    if (theme) surface.setColor(show.has('items') ? theme.faintBody : theme.body);
  }

  private makeSolid(solids: Solids): BoxFaces | BodyMeshes | SurfaceMesh {
    if (solids.kind === 'bodies') return new BodyMeshes(solids.bodies);
    if (solids.kind === 'surface') return new SurfaceMesh(solids.vertices);
    const faces = new BoxFaces(this.buffer);
    faces.setLargest(SOLID_SHARE * longestSide(this.source.sceneBounds));
    return faces;
  }

  private refreshHits(boxes: Float32Array, hits: Uint32Array, inOrder: boolean): void {
    const { buffer } = this.hits;
    const stride = 2 * this.source.dimensions;
    buffer.resize(hits.length);
    for (let i = 0; i < hits.length; i++) {
      buffer.copyBox(i, boxes, hits[i] * stride);
      buffer.setMark(i, inOrder ? colorInOrder(i, hits.length) : HIT);
    }
    this.hits.finish();
  }
}
