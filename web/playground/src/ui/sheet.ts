/** A canvas to draw a chart on: sharp on dense screens, in the colors of the panels. */

export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Units of the sheet in a pixel of the page. */
  readonly ratio: number;
}

/** Cleared, and as large as it is shown; null where the browser draws on no canvas. */
export function clearedSheet(canvas: HTMLCanvasElement): Sheet | null {
  const context = canvas.getContext('2d');
  if (!context) return null;
  const ratio = Math.min(window.devicePixelRatio, 2);
  const width = Math.round(canvas.clientWidth * ratio);
  const height = Math.round(canvas.clientHeight * ratio);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.clearRect(0, 0, width, height);
  return { context, width, height, ratio };
}

/** Reads colors by the names of their CSS variables, as they are now. */
export function colorsOf(element: Element): (variable: string) => string {
  const style = getComputedStyle(element);
  return (variable) => style.getPropertyValue(variable).trim();
}
