/** Canvas of a chart, with the resolution of the screen and the colors of the panels. */

export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per CSS pixel. */
  readonly ratio: number;
}

/**
 * Clears the canvas and sets its resolution to its displayed size in screen pixels. Returns null if
 * the browser does not support canvas drawing.
 */
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

/** Returns a function that reads the current value of a CSS variable. */
export function colorsOf(element: Element): (variable: string) => string {
  const style = getComputedStyle(element);
  return (variable) => style.getPropertyValue(variable).trim();
}
