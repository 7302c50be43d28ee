/** Shrinks an input of the fuzzer that fails. */

import { inputFrom, partsOf, type TapeParts, type TapeStep } from '../../web/tapes/tape-steps.js';

export interface Shrinking {
  readonly fails: (input: Uint8Array) => boolean;
  /** Maximum time of the shrinking, in seconds. */
  readonly seconds: number;
}

class Shrinker {
  private readonly end: number;

  constructor(private readonly settings: Shrinking) {
    this.end = performance.now() + 1000 * settings.seconds;
  }

  shrink(input: Uint8Array): Uint8Array {
    let smallest = partsOf(input);
    // splitting the input may change its trailing zeros, so that it no longer fails
    if (!this.fails(smallest)) return input;
    for (let before = Infinity; size(smallest) < before; ) {
      before = size(smallest);
      smallest = this.simplerBytes(this.fewerSteps(this.plainOptions(smallest)));
    }
    return inputFrom(smallest);
  }

  /**
   * Removes ranges of steps of decreasing length (Zeller's ddmin). Starts at the end, because the
   * last steps rarely matter.
   */
  private fewerSteps(parts: TapeParts): TapeParts {
    let smallest = parts;
    for (let run = parts.steps.length; run >= 1; run = run === 1 ? 0 : Math.ceil(run / 2)) {
      for (let end = smallest.steps.length; end > 0; end -= run) {
        const { head, steps } = smallest;
        const part = {
          head,
          steps: [...steps.slice(0, Math.max(0, end - run)), ...steps.slice(end)],
        };
        if (this.fails(part)) smallest = part;
      }
    }
    return smallest;
  }

  private plainOptions(parts: TapeParts): TapeParts {
    const head = parts.head.slice();
    head[1] = 0;
    head[2] = 0;
    const plain = { ...parts, head };
    return this.fails(plain) ? plain : parts;
  }

  /** Replaces each byte by 0, or halves it repeatedly, while the input still fails. */
  private simplerBytes(parts: TapeParts): TapeParts {
    let smallest = parts;
    for (let i = 0; i < smallest.steps.length; i++) {
      for (let at = 0; at < smallest.steps[i].bytes.length; at++) {
        for (const smaller of [() => 0, (byte: number) => byte >> 1, (byte: number) => byte - 1]) {
          const { bytes } = smallest.steps[i];
          if (!(bytes[at] > 0)) break;
          const part = withStep(smallest, i, withByte(bytes, at, smaller(bytes[at])));
          if (this.fails(part)) smallest = part;
        }
      }
    }
    return smallest;
  }

  private fails(parts: TapeParts): boolean {
    if (performance.now() > this.end) return false;
    return this.settings.fails(inputFrom(parts));
  }
}

/**
 * Returns the size of an input: 10,001 for each step, plus the values of its bytes. Removing a step
 * therefore counts most.
 */
function size({ steps }: TapeParts): number {
  return steps.reduce(
    (sum, { bytes }) => sum + 10_000 + bytes.reduce((all, one) => all + one, 1),
    0,
  );
}

function withByte(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const changed = bytes.slice();
  changed[at] = value;
  return changed;
}

function withStep({ head, steps }: TapeParts, at: number, bytes: Uint8Array): TapeParts {
  const changed: TapeStep[] = [...steps];
  changed[at] = { ...steps[at], bytes };
  return { head, steps: changed };
}

export function shrinkInput(input: Uint8Array, settings: Shrinking): Uint8Array {
  return new Shrinker(settings).shrink(input);
}
