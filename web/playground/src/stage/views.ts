/**
 * One or two views of the scene on the stage. Two views share a camera. The projection of each view
 * is shifted into its half of the free area and clipped at the line between the views.
 */

/** Margins of the stage that panels cover, in CSS pixels. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Edges in CSS pixels from the top left corner of the stage. */
interface ViewRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface View {
  readonly clip: ViewRect;
  /** Part of `clip` not covered by panels or the caption. */
  readonly free: ViewRect;
  readonly captionTop: number;
}

/** Minimum fraction of the stage that is treated as free, even if panels cover more. */
const MIN_FREE = 0.3;
/** Height of a caption with its margin in CSS pixels. */
const CAPTION = 54;
/** Space below the line between two stacked views, in CSS pixels. */
const GAP = 10;

function freeRect(width: number, height: number, { left, right, top, bottom }: Insets): ViewRect {
  const wide = Math.max(width - left - right, MIN_FREE * width);
  const high = Math.max(height - top - bottom, MIN_FREE * height);
  const x = (left + width - right) / 2;
  const y = (top + height - bottom) / 2;
  return { left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 };
}

/** Places views side by side if the free area is wide, otherwise stacked. */
export function layViews(
  width: number,
  height: number,
  insets: Insets,
  count: number,
): readonly View[] {
  const clip = { left: 0, top: 0, right: width, bottom: height };
  const free = freeRect(width, height, insets);
  if (count < 2) return [{ clip, free, captionTop: free.top }];
  if (free.right - free.left > free.bottom - free.top) {
    const middle = Math.round((free.left + free.right) / 2);
    return [
      captioned({ ...clip, right: middle }, { ...free, right: middle }),
      captioned({ ...clip, left: middle }, { ...free, left: middle }),
    ];
  }
  const middle = Math.round((free.top + free.bottom) / 2);
  return [
    captioned({ ...clip, bottom: middle }, { ...free, bottom: middle }),
    captioned({ ...clip, top: middle }, { ...free, top: middle + GAP }),
  ];
}

function captioned(clip: ViewRect, free: ViewRect): View {
  const top = Math.min(free.top + CAPTION, free.bottom - 1);
  return { clip, free: { ...free, top }, captionTop: free.top };
}

export function holds({ left, right, top, bottom }: ViewRect, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom;
}

const PANEL_GAP = 12;

function boundsOf(selector: string): DOMRect | null {
  return document.querySelector(selector)?.getBoundingClientRect() ?? null;
}

/**
 * Returns the bounds of the panel that covers the bottom of the stage. On a phone in landscape
 * orientation, this panel covers the right side instead.
 */
function lowerPanel(width: number): {
  readonly bottom: DOMRect | null;
  readonly right: DOMRect | null;
} {
  const panel = boundsOf('.dock') ?? boundsOf('.sheet') ?? boundsOf('.embed-caption');
  const isColumn = panel !== null && panel.left > width / 3 && panel.right > width - 1;
  return isColumn ? { bottom: null, right: panel } : { bottom: panel, right: null };
}

export function measureInsets(host: HTMLElement): Insets {
  const { height, width } = host.getBoundingClientRect();
  const top = boundsOf('.top-line') ?? boundsOf('.stage-title') ?? boundsOf('.site-header');
  const lower = lowerPanel(width);
  const left = boundsOf('.drawer') ?? boundsOf('.rail');
  const right = lower.right ?? boundsOf('.readings');
  return {
    left: left ? left.right + PANEL_GAP : 0,
    // hidden panels have no width
    right: right?.width ? width - right.left + PANEL_GAP : 0,
    top: Math.max(top?.bottom ?? 0, PANEL_GAP),
    bottom: lower.bottom ? height - lower.bottom.top + PANEL_GAP : PANEL_GAP,
  };
}
