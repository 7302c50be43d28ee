/** Chart canvas, scaled for dense screens, with panel colors. */

export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** Canvas pixels per CSS pixel. */
  readonly ratio: number;
}

/** Clears the canvas and fits its resolution to its displayed size; null without canvas support. */
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

/** Reads the current colors of CSS variables. */
export function colorsOf(element: Element): (variable: string) => string {
  const style = getComputedStyle(element);
  return (variable) => style.getPropertyValue(variable).trim();
}
