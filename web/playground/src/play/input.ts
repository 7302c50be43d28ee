/** Player input from keyboard, mouse, touch and gamepad. */

/**
 * Rotation of the view in radians: DRAG per CSS pixel of a drag, STICK per second when a gamepad
 * stick is fully deflected.
 */
const DRAG = 0.005;
const STICK = 2.5;
/**
 * Minimum deflection of a gamepad stick that counts as input. Released sticks rarely report exactly
 * 0.
 */
const DEAD_ZONE = 0.15;
/** Distance in CSS pixels that a finger must move from its first position to reach full speed. */
const STICK_RADIUS = 56;
/** Maximum distance in CSS pixels that a finger moves during a tap. */
const TAP = 8;

const KEYS: Readonly<Record<string, readonly [right: number, forward: number]>> = {
  KeyW: [0, 1],
  ArrowUp: [0, 1],
  KeyS: [0, -1],
  ArrowDown: [0, -1],
  KeyA: [-1, 0],
  ArrowLeft: [-1, 0],
  KeyD: [1, 0],
  ArrowRight: [1, 0],
};

const dead = (value: number) => (Math.abs(value) < DEAD_ZONE ? 0 : value);

interface Finger {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  isTap: boolean;
}

/**
 * Screen point at which the ray is aimed. x is -1 at the left edge and 1 at the right edge; y is -1
 * at the bottom and 1 at the top.
 */
export interface Aim {
  x: number;
  y: number;
  /** False before the first pointer input. */
  isSet: boolean;
  /** Number of clicks and taps. */
  taps: number;
}

export class Input {
  /** Movement to the right, from -1 to 1. */
  right = 0;
  forward = 0;
  /** Rotation of the view in radians that was entered between the last two calls of `read`. */
  turn = 0;
  tilt = 0;
  jump = false;
  readonly aim: Aim = { x: 0, y: 0, isSet: false, taps: 0 };
  /** Whether a tap aims the ray instead of jumping. */
  tapsAim = false;
  readonly #pressed = new Set<string>();
  readonly #listeners = new AbortController();
  #stick: Finger | null = null;
  #look: Finger | null = null;
  #stickRight = 0;
  #stickForward = 0;
  #turned = 0;
  #tilted = 0;
  #jumped = false;

  /**
   * @param host - Element that receives pointer and keyboard input.
   * @param onAim - Called with the pointer type after a click or tap that aims the ray.
   */
  constructor(
    private readonly host: HTMLElement,
    private readonly onAim: (pointer: string) => void,
  ) {
    const { signal } = this.#listeners;
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => host.addEventListener(name, listener, { signal });
    on('keydown', (event) => this.#press(event));
    on('keyup', ({ code }) => this.#pressed.delete(code));
    on('blur', () => this.#pressed.clear());
    on('pointerdown', (event) => this.#putDown(event));
    on('pointermove', (event) => this.#drag(event));
    on('pointerup', (event) => this.#lift(event));
    on('pointercancel', (event) => this.#lift(event));
    on('contextmenu', (event) => event.preventDefault());
  }

  dispose(): void {
    this.#listeners.abort();
  }

  pressJump(): void {
    this.#jumped = true;
  }

  read(seconds: number): void {
    this.right = this.#stickRight;
    this.forward = this.#stickForward;
    for (const code of this.#pressed) {
      const key = KEYS[code];
      if (!key) continue;
      this.right += key[0];
      this.forward += key[1];
    }
    this.turn = this.#turned;
    this.tilt = this.#tilted;
    this.jump = this.#jumped || this.#pressed.has('Space');
    this.#readGamepad(seconds);
    this.right = Math.min(Math.max(this.right, -1), 1);
    this.forward = Math.min(Math.max(this.forward, -1), 1);
    this.#turned = 0;
    this.#tilted = 0;
    this.#jumped = false;
  }

  #readGamepad(seconds: number): void {
    for (const pad of navigator.getGamepads?.() ?? []) {
      if (!pad?.connected) continue;
      const [x = 0, y = 0, turn = 0, tilt = 0] = pad.axes;
      this.right += dead(x);
      this.forward -= dead(y);
      this.turn += dead(turn) * STICK * seconds;
      this.tilt += dead(tilt) * STICK * seconds;
      this.jump ||= pad.buttons[0]?.pressed ?? false;
    }
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.code in KEYS) && event.code !== 'Space') return;
    event.preventDefault();
    this.#pressed.add(event.code);
  }

  #putDown({ clientX: x, clientY: y, pointerId: id, pointerType }: PointerEvent): void {
    this.host.focus({ preventScroll: true });
    this.host.setPointerCapture(id);
    const { left, width } = this.host.getBoundingClientRect();
    const walks = pointerType === 'touch' && x - left < width / 2;
    const finger = { id, x, y, isTap: true };
    if (walks) this.#stick ??= finger;
    else this.#look ??= finger;
  }

  #drag(event: PointerEvent): void {
    const { clientX, clientY, movementX, movementY, pointerId, pointerType } = event;
    if (pointerType !== 'touch') this.#point(event);
    const finger = [this.#stick, this.#look].find((each) => each?.id === pointerId);
    if (!finger) return;
    const x = clientX - finger.x;
    const y = clientY - finger.y;
    if (Math.hypot(x, y) > TAP) finger.isTap = false;
    if (finger === this.#look) {
      this.#turned += movementX * DRAG;
      this.#tilted += movementY * DRAG;
      return;
    }
    const reach = Math.max(Math.hypot(x, y), STICK_RADIUS);
    this.#stickRight = x / reach;
    this.#stickForward = -y / reach;
  }

  #point({ clientX, clientY }: PointerEvent): void {
    const { height, left, top, width } = this.host.getBoundingClientRect();
    this.aim.x = (2 * (clientX - left)) / width - 1;
    this.aim.y = 1 - (2 * (clientY - top)) / height;
    this.aim.isSet = true;
  }

  #tap(event: PointerEvent): void {
    if (this.tapsAim) {
      this.#point(event);
      this.aim.taps += 1;
      this.onAim(event.pointerType);
    } else if (event.pointerType === 'touch') {
      this.#jumped = true;
    }
  }

  #lift(event: PointerEvent): void {
    const { pointerId, type } = event;
    const finger = [this.#stick, this.#look].find((each) => each?.id === pointerId);
    if (finger?.isTap && type === 'pointerup') this.#tap(event);
    if (this.#look?.id === pointerId) this.#look = null;
    if (this.#stick?.id !== pointerId) return;
    this.#stick = null;
    this.#stickRight = 0;
    this.#stickForward = 0;
  }
}
