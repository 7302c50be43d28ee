/**
 * Components and hooks that several figures use: handle, numbers, buttons and sliders, visibility
 * and animation.
 */

import type { ComponentChildren, ComponentType, RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { mode } from '../state/route.js';
import { count } from '../ui/format.js';
import { View } from './drawing.js';
import { Subject } from './subject.js';
import {
  addressOf,
  type Options,
  type Query,
  type SceneId,
  type Shown,
  type Spot,
  World,
} from './world.js';

/** Distance from the visible part of the page at which figures are created. */
const AHEAD = '240px';

export function useSeen(of: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries[entries.length - 1].isIntersecting),
      { rootMargin: AHEAD },
    );
    if (of.current) observer.observe(of.current);
    return () => observer.disconnect();
  }, [of]);
  return seen && mode.value === 'learn';
}

export function useWorld(scene: SceneId, n: number, motion?: string): World {
  return useMemo(() => new World(scene, n, motion), [scene, n, motion]);
}

/**
 * Hook that builds a structure over a world. The structure is disposed when an argument changes or
 * the component is unmounted.
 */
export function useSubject(world: World, structure: string, options?: Options): Subject {
  const key = JSON.stringify(options);
  // the options are compared by value, because callers create a new object in each rendering
  const subject = useMemo(
    () => new Subject({ world, structure, options }),
    [world, structure, key],
  );
  useEffect(() => () => subject.dispose(), [subject]);
  return subject;
}

/**
 * Hook that calls `step` and renders the component in each frame while `plays` is true. Returns a
 * function that renders the component once.
 */
export function useAnimation(plays: boolean, step: () => void): () => void {
  const [, redraw] = useState(0);
  const latest = useRef(step);
  latest.current = step;
  const render = () => redraw((frame) => frame + 1);
  useEffect(() => {
    if (!plays) return;
    let wanted = requestAnimationFrame(function frame() {
      latest.current();
      render();
      wanted = requestAnimationFrame(frame);
    });
    return () => cancelAnimationFrame(wanted);
  }, [plays]);
  return render;
}

/** Maximum height of a figure, chosen to fit on a laptop screen. */
const MAX_HEIGHT_REM = 34;

const STEP = 0.02;
const LONG_STEP = 0.1;
const inside = (value: number) => Math.min(1, Math.max(0, value));

/**
 * Returns how far an arrow key moves the handle, as fractions of the world. Returns null for other
 * keys.
 */
function moveOf({ key, shiftKey }: KeyboardEvent): Spot | null {
  const step = shiftKey ? LONG_STEP : STEP;
  const moves: Record<string, Spot> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, step],
    ArrowDown: [0, -step],
  };
  return moves[key] ?? null;
}

interface FigureProps {
  readonly world: World;
  /** Description of the picture for screen readers. */
  readonly label: string;
  readonly handle: { readonly label: string; readonly spot: Spot; onMove(spot: Spot): void };
  /**
   * Query in world units. It is written to a data attribute, so that tests can repeat the query and
   * check the displayed numbers.
   */
  readonly query: readonly number[];
  readonly children: (view: View) => ComponentChildren;
}

export function Figure({ query, children, handle, label, world }: FigureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useMemo(() => new View(world), [world]);
  const drag = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const x = (event.clientX - box.left) / box.width;
    const y = 1 - (event.clientY - box.top) / box.height;
    handle.onMove([inside(x), inside(y)]);
  };
  const grab = (event: PointerEvent) => {
    // a touch outside the handle must scroll the page
    const onHandle = (event.target as Element).closest('.learn-handle') !== null;
    if (!onHandle && event.pointerType !== 'mouse') return;
    frame.current?.setPointerCapture(event.pointerId);
    if (!onHandle) drag(event);
  };
  return (
    <div
      ref={frame}
      class="learn-picture"
      style={{
        aspectRatio: `${view.width} / ${view.height}`,
        maxWidth: `${(MAX_HEIGHT_REM * view.width) / view.height}rem`,
      }}
      data-asks={query.join(',')}
      onPointerDown={grab}
      onPointerMove={(event) => {
        if (frame.current?.hasPointerCapture(event.pointerId)) drag(event);
      }}
    >
      <svg viewBox={`0 0 ${view.width} ${view.height}`} role="img" aria-label={label}>
        {children(view)}
      </svg>
      <Handle {...handle} />
    </div>
  );
}

function Handle({ label, onMove, spot: [x, y] }: FigureProps['handle']) {
  const move = (event: KeyboardEvent) => {
    const by = moveOf(event);
    if (!by) return;
    event.preventDefault();
    onMove([inside(x + by[0]), inside(y + by[1])]);
  };
  return (
    <button
      type="button"
      class="learn-handle"
      style={{ left: `${100 * x}%`, top: `${100 * (1 - y)}%` }}
      aria-label={`${label}: drag it, or move it with the arrow keys`}
      onKeyDown={move}
    />
  );
}

export function Panel({ children }: { children: ComponentChildren }) {
  return <div class="learn-panel">{children}</div>;
}

export function PlayButtons(props: {
  plays: boolean;
  onPlay: (plays: boolean) => void;
  onStep: () => void;
  children?: ComponentChildren;
}) {
  const { plays, onPlay, onStep, children } = props;
  return (
    <div class="learn-buttons">
      <button type="button" aria-pressed={plays} onClick={() => onPlay(!plays)}>
        {plays ? 'Pause' : 'Play'}
      </button>
      <button type="button" disabled={plays} onClick={onStep}>
        Step one frame
      </button>
      {children}
    </div>
  );
}

export interface Reading {
  readonly id: string;
  readonly label: string;
  readonly value: number | string;
  /** True if this number is the subject of the chapter. It is then emphasized. */
  readonly main?: boolean;
}

export function Readings({ rows }: { rows: readonly Reading[] }) {
  return (
    <dl class="learn-readings">
      {rows.map(({ id, label, main, value }) => (
        <div key={id} class={main ? 'learn-main' : ''}>
          <dt>{label}</dt>
          <dd data-number={id}>{typeof value === 'number' ? count(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  readonly step?: number;
  readonly words?: (value: number) => string;
  onChange(value: number): void;
}

export function Slider({
  from,
  label,
  onChange,
  step = 1,
  to,
  value,
  words = String,
}: SliderProps) {
  return (
    <label class="learn-slider">
      <span>
        {label} <strong>{words(value)}</strong>
      </span>
      <input
        type="range"
        min={from}
        max={to}
        step={step}
        value={value}
        aria-valuetext={words(value)}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly value: NoInfer<Id>;
  readonly of: Readonly<Record<Id, string>>;
  onChange(id: NoInfer<Id>): void;
}

export function Choice<Id extends string>({ label, of, onChange, value }: ChoiceProps<Id>) {
  return (
    <fieldset class="learn-choice" aria-label={label}>
      {(Object.entries(of) as [Id, string][]).map(([id, words]) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => onChange(id)}>
          {words}
        </button>
      ))}
    </fieldset>
  );
}

interface MoreProps {
  readonly title: string;
  readonly idea: string;
  readonly invitation: string;
  readonly Live: ComponentType;
}

/** The figure exists only while this part of a chapter is open. */
export function More({ idea, invitation, Live, title }: MoreProps) {
  const [open, setOpen] = useState(false);
  return (
    <details class="learn-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {open && (
        <div class="learn-more-body">
          <div class="learn-text">
            <p class="learn-idea">{idea}</p>
            <p class="learn-invitation">{invitation}</p>
          </div>
          <Live />
        </div>
      )}
    </details>
  );
}

export function OpenLink({ question, ...shown }: Shown & { question?: Query }) {
  return (
    <a class="learn-open" href={`#${addressOf(shown, question)}`}>
      Open this in the playground
    </a>
  );
}
