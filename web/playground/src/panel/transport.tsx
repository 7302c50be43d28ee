/** Buttons for play, step, speed, camera and panels. */

import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../session/page.js';
import { speeds } from '../state/settings.js';
import { IconButton } from '../ui/icon-button.js';
import { helpOpen, panelsHidden } from '../ui/visibility.js';
import { stepOnce } from './commands.js';
import { endPresenting, present } from './present.js';

const speedWords: Readonly<Record<number, string>> = {
  0.25: '¼ ×',
  0.5: '½ ×',
  1: '1 ×',
  2: '2 ×',
  4: '4 ×',
  8: '8 ×',
};

export function Transport() {
  const { playground, store } = usePage();
  return (
    <fieldset class="transport">
      <legend class="visually-hidden">Motion</legend>
      <PlayButton keyHint=" (Space)" />
      <span style={store.field('play').value ? { visibility: 'hidden' } : {}}>
        <IconButton
          name="Step"
          title="Step one frame (.)"
          icon="M3 2.5 10 8l-7 5.5zM11 3h2v10h-2z"
          filled
          onClick={() => stepOnce(playground)}
        />
      </span>
    </fieldset>
  );
}

export function ViewButtons() {
  const { playground } = usePage();
  return (
    <div class="view-buttons">
      <IconButton
        name="Center the view"
        title="Center the view on the scene (F)"
        icon="M8 1.5V5m0 6v3.5M1.5 8H5m6 0h3.5M8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3"
        onClick={() => playground.frameCamera()}
      />
      <More />
    </div>
  );
}

function More() {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (menu.current?.contains(target as Node) === false) menu.current.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('focusin', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  const choose = (action: () => void) => () => {
    if (menu.current) menu.current.open = false;
    action();
  };
  const open = (dialog: typeof helpOpen) => () => {
    dialog.value = true;
  };
  return (
    <details class="more" ref={menu}>
      <summary class="icon" title="Speed, full screen, help">
        <span class="visually-hidden">More</span>
        <span aria-hidden="true">⋯</span>
      </summary>
      <div class="card more-menu">
        <Speed />
        <button type="button" onClick={choose(open(panelsHidden))}>
          Hide the panels <kbd>H</kbd>
        </button>
        <button
          type="button"
          title="Full screen with a large caption. The arrow keys go to the next and the last stop."
          onClick={choose(present)}
        >
          Present
        </button>
        <button type="button" onClick={choose(open(helpOpen))}>
          Help <kbd>?</kbd>
        </button>
      </div>
    </details>
  );
}

/** Button that shows hidden panels again, because touch screens have no keyboard shortcut. */
export function ShowPanels() {
  return (
    <button
      type="button"
      class="preset"
      title="Show the panels (H)"
      onClick={() => {
        panelsHidden.value = false;
        endPresenting();
      }}
    >
      Show the panels
    </button>
  );
}

function Speed() {
  const { store } = usePage();
  return (
    <label class="speed">
      Speed
      <select
        name="speed"
        value={String(store.field('speed').value)}
        title="Steps of the scene per drawn frame"
        onChange={({ currentTarget }) => {
          const speed = speeds.find((value) => String(value) === currentTarget.value);
          if (speed) store.choose({ speed });
        }}
      >
        {speeds.map((speed) => (
          <option key={speed} value={String(speed)}>
            {speedWords[speed]}
          </option>
        ))}
      </select>
    </label>
  );
}

export function PlayButton({ keyHint = '' }: { keyHint?: string }) {
  const { store } = usePage();
  const play = store.field('play').value;
  const name = play ? 'Pause' : 'Play';
  return (
    <button
      type="button"
      class="icon play"
      aria-pressed={play}
      title={`${name}${keyHint}`}
      onClick={() => store.tune({ play: !play })}
    >
      <span class="visually-hidden">{name}</span>
      <svg viewBox="0 0 16 16" class="filled" aria-hidden="true">
        {play ? <path d="M4 3h3v10H4zM9 3h3v10H9z" /> : <path d="M5 2.5 13 8l-8 5.5z" />}
      </svg>
    </button>
  );
}
