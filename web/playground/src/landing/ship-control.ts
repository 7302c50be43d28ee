/** Controls the ship with the arrow keys or the pointer. */

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class ShipControl {
  readonly #held = new Set<string>();
  /**
   * Pointer position as fractions of the width and height of the field; null while the arrow keys
   * control the ship.
   */
  target: { x: number; y: number } | null = null;

  constructor(field: HTMLElement, onUse: () => void) {
    field.addEventListener('keydown', (event) => {
      if (!(event.key in directions)) return;
      event.preventDefault();
      this.target = null;
      this.#held.add(event.key);
      onUse();
    });
    field.addEventListener('keyup', ({ key }) => this.#held.delete(key));
    field.addEventListener('blur', () => this.#held.clear());
    const follow = (event: PointerEvent) => {
      const { height, left, top, width } = field.getBoundingClientRect();
      this.target = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    };
    field.addEventListener('pointerdown', (event) => {
      field.setPointerCapture(event.pointerId);
      follow(event);
      onUse();
    });
    field.addEventListener('pointermove', (event) => {
      // a mouse that is touched while arrow keys are pressed must not move the ship
      if (this.#held.size === 0) follow(event);
    });
  }

  /** Combined direction of the pressed arrow keys. Its length is 0 or 1. */
  get direction(): [number, number] {
    let [x, y] = [0, 0];
    for (const key of this.#held) {
      x += directions[key][0];
      y += directions[key][1];
    }
    const length = Math.hypot(x, y) || 1;
    return [x / length, y / length];
  }
}
