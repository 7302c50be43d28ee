/** Page of the games: a 3D level and a 2D platformer. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { count } from '../ui/format.js';
import { StepSlider } from '../ui/step-slider.js';
import type { Game } from './game.js';
import {
  type Dimensions,
  deepest,
  dimensions,
  firstPerson,
  holdsRay,
  numbers,
  playAddress,
  rayNumbers,
  showsContacts,
  showsRay,
  showsTree,
  treeLevel,
} from './play-state.js';
import { PlayStage } from './stage.js';

const open: Record<Dimensions, () => Promise<Game>> = {
  2: async () => (await import('./game-2d.js')).openGame2d(),
  3: async () => (await import('./game-3d.js')).openGame3d(),
};

function note(): void {
  window.history.replaceState(null, '', `#${playAddress()}`);
}

export function PlayPage() {
  const host = useRef<HTMLDivElement>(null);
  const stage = useRef<PlayStage | null>(null);
  const [error, setError] = useState('');
  const dimension = dimensions.value;
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    try {
      stage.current = new PlayStage(element);
    } catch {
      setError('This browser does not support WebGL, which the games need. Use another browser.');
    }
    element.focus({ preventScroll: true });
    return () => stage.current?.dispose();
  }, []);
  useEffect(() => {
    let isCurrent = true;
    numbers.value = null;
    open[dimension]().then(
      (game) => (isCurrent && stage.current ? stage.current.play(game) : game.dispose()),
      (error: unknown) => setError(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [dimension]);
  return (
    <main class="play-page" aria-label="Games">
      <div
        ref={host}
        class="play-stage"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the game is played with the keyboard
        tabIndex={0}
        role="application"
        aria-label={
          dimension === 3
            ? 'Level in 3D. Walk with W, A, S, D or the arrow keys, jump with the space bar.'
            : 'Platformer in 2D. Walk with the arrow keys, jump with the space bar.'
        }
      />
      <Panel onRestart={() => stage.current?.restart()} />
      <button
        type="button"
        class="play-jump"
        onPointerDown={(event) => {
          event.preventDefault();
          stage.current?.input.pressJump();
        }}
        onClick={(event) => {
          // `detail` is 0 if the click comes from the keyboard
          if (event.detail === 0) stage.current?.input.pressJump();
        }}
      >
        Jump
      </button>
      {error && (
        <p class="play-error" role="alert">
          {error}
        </p>
      )}
    </main>
  );
}

function Panel({ onRestart }: { onRestart: () => void }) {
  const is3d = dimensions.value === 3;
  return (
    <section class="play-panel" aria-label="Game">
      <h1>Walk through a level</h1>
      <p class="play-idea">
        A capsule collides with a mesh of {is3d ? 'triangles' : 'segments'}, boxes and moving
        platforms. The game uses no physics engine, only one call of <code>mover.move</code> per
        step.
        {is3d && ' Dark surfaces are too steep to stand on.'}
      </p>
      <div class="play-choices">
        <Choice label="3D level" on={is3d} choose={() => setDimensions(3)} />
        <Choice label="2D platformer" on={!is3d} choose={() => setDimensions(2)} />
        <button type="button" class="quiet" onClick={onRestart}>
          Restart
        </button>
      </div>
      <div class="play-choices">
        <Toggle label="Contacts" of={showsContacts} />
        {is3d && <Toggle label="First person" of={firstPerson} onChange={note} />}
        <Toggle label="Tree" of={showsTree} onChange={note} />
        <Toggle label="Ray" of={showsRay} onChange={onRay} />
      </div>
      {showsTree.value && <LevelSlider />}
      {showsRay.value && <RayReadings />}
      <Readings />
      <p class="play-keys">{showsRay.value ? KEYS_RAY : is3d ? KEYS_3D : KEYS_2D}</p>
    </section>
  );
}

const KEYS_3D =
  'W, A, S, D or arrow keys: walk. Space: jump. Drag: look around. Touch: walk on the left half, look on the right half, tap to jump. A gamepad works too.';
const KEYS_RAY =
  'The ray hits the mesh, but not the boxes and platforms. It starts at the player and follows the pointer. Click to hold it or to release it. Touch: tap to aim it.';
const KEYS_2D =
  'Left and right arrow keys: walk. Space: jump. Touch: walk on the left half, tap to jump. A gamepad works too.';

function setDimensions(value: Dimensions): void {
  dimensions.value = value;
  note();
}

interface ChoiceProps {
  readonly label: string;
  readonly on: boolean;
  readonly choose: () => void;
}

function Choice({ choose, label, on }: ChoiceProps) {
  return (
    <button type="button" class="play-choice" aria-pressed={on} onClick={choose}>
      {label}
    </button>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly of: { value: boolean };
  readonly onChange?: () => void;
}

function Toggle({ label, of, onChange }: ToggleProps) {
  return (
    <label class="play-toggle">
      <input
        type="checkbox"
        checked={of.value}
        onChange={(event) => {
          of.value = event.currentTarget.checked;
          onChange?.();
        }}
      />
      {label}
    </label>
  );
}

function onRay(): void {
  holdsRay.value = false;
  note();
}

function LevelSlider() {
  return (
    <div class="play-levels">
      <span>Levels 0–{Math.min(treeLevel.value, deepest.value)}</span>
      <StepSlider
        name="levels"
        label="Last level of the tree"
        at={treeLevel.value}
        last={deepest.value}
        onMove={(level) => {
          treeLevel.value = level;
        }}
      />
    </div>
  );
}

/** Each label has the color of the objects that it names. */
function RayReadings() {
  const now = rayNumbers.value;
  const unit = dimensions.value === 3 ? 'Triangles' : 'Segments';
  const of = (part: number | undefined, whole: number | undefined) =>
    part === undefined ? '–' : `${count(part)} of ${count(whole)}`;
  const distance = now && Number.isFinite(now.distance) ? `${now.distance.toFixed(2)} m` : 'none';
  return (
    <div class="play-ray">
      <dl>
        <Reading label="Nodes opened" color="nodes" value={of(now?.opened, now?.branches)} />
        <Reading
          label={`${unit} tested`}
          color="leaves"
          value={of(now?.tested, numbers.value?.triangles)}
        />
        <Reading label="Hit" color="hit" value={now ? distance : '–'} />
      </dl>
      <Toggle label="Hold the ray" of={holdsRay} />
    </div>
  );
}

function Readings() {
  const now = numbers.value;
  const unit = dimensions.value === 3 ? 'Triangles' : 'Segments';
  return (
    <dl class="play-numbers">
      <Reading label={unit} value={now ? count(now.triangles) : '–'} />
      <Reading label="Contacts" value={now ? count(now.contacts) : '–'} />
      <Reading label="On the ground" value={now ? (now.grounded ? 'yes' : 'no') : '–'} />
      <Reading label="Time per move" value={now ? `${(1000 * now.moveTime).toFixed(0)} µs` : '–'} />
      <Reading
        label="Position"
        value={now ? now.position.map((each) => each.toFixed(1)).join(', ') : '–'}
      />
    </dl>
  );
}

interface ReadingProps {
  readonly label: string;
  readonly value: string;
  readonly color?: 'nodes' | 'leaves' | 'hit';
}

function Reading({ color, label, value }: ReadingProps) {
  return (
    <div>
      <dt class={color && `play-color-${color}`}>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
