/** Strong outline of the focused node, dashed outlines of its ancestors, thin ones of its items. */

import type { NodeLinks } from '../../model/node-links.js';
import { shownVolumes } from '../../model/node-volumes.js';
import { BoxLines } from '../../stage/box-lines.js';
import type { Rgb } from '../../stage/color.js';
import type { Drawing } from '../../stage/drawing.js';
import type { StageTheme } from '../../stage/theme.js';
import type { Dimensions } from '../../state/settings.js';

const NODE_LOOK = { width: 2.4, halo: 5, glow: 0, dash: 0 };
const PATH_LOOK = { width: 1.3, halo: 0, glow: 0, dash: 6 };
const ITEM_LOOK = { width: 1.3, halo: 0, glow: 0, dash: 0 };
/** Maximum number of drawn items. With more than `STRONG_ITEMS` items, the outlines are fainter. */
const MAX_ITEMS = 4000;
const STRONG_ITEMS = 12;
const ITEM_OPACITY = 0.8;

/** Whether only the node is drawn, or also its ancestors and its items. */
export type FocusStyle = 'alone' | 'with relatives';

export class FocusDrawing implements Drawing {
  readonly node: BoxLines;
  readonly path: BoxLines;
  readonly items: BoxLines;
  private color: Rgb = [1, 1, 1];
  /** Color of the node reached while stepping through a query. */
  private stepColor: Rgb = [1, 1, 1];

  constructor(
    private readonly dimensions: Dimensions,
    round: boolean,
  ) {
    const shape = round ? 'rings' : 'box';
    this.node = new BoxLines(dimensions, NODE_LOOK, shape);
    this.path = new BoxLines(dimensions, PATH_LOOK, shape);
    this.items = new BoxLines(dimensions, ITEM_LOOK);
    for (const lines of this.parts) {
      lines.setOrder(6);
      lines.setOnTop();
    }
    this.clear();
  }

  get parts(): readonly BoxLines[] {
    return [this.items, this.path, this.node];
  }

  setTheme({ focus, query }: StageTheme): void {
    this.stepColor = query;
    this.path.setEveryColor(focus, 0.7);
    this.color = focus;
  }

  clear(): void {
    for (const lines of this.parts) lines.visible = false;
  }

  refresh(links: NodeLinks, node: number, boxes: Float32Array, style: FocusStyle): void {
    const volumes = shownVolumes(links.dump, this.dimensions);
    const alone = style === 'alone';
    this.node.setEveryColor(alone ? this.stepColor : this.color, 1);
    const path = alone ? [] : links.pathTo(node).slice(0, -1);
    const items = alone ? [] : [...links.itemsBelow(node)].slice(0, MAX_ITEMS);
    this.write(this.node, volumes, [node]);
    this.write(this.path, volumes, path);
    this.write(this.items, boxes, items);
    const crowd = Math.max(items.length / STRONG_ITEMS, 1);
    this.items.setEveryColor(this.color, ITEM_OPACITY / Math.sqrt(crowd));
  }

  dispose(): void {
    for (const lines of this.parts) lines.dispose();
  }

  private write(lines: BoxLines, boxes: Float32Array, places: readonly number[]): void {
    lines.visible = places.length > 0;
    lines.write(boxes, places);
  }
}
