/** Play, step, speed. */

import { usePage } from '../session/page.js';
import { speeds } from '../state/settings.js';
import { IconButton } from '../ui/icon-button.js';
import { stepOnce } from './commands.js';

const speedWords: Readonly<Record<number, string>> = {
  0.25: '¼ ×',
  0.5: '½ ×',
  1: '1 ×',
  2: '2 ×',
  4: '4 ×',
  8: '8 ×',
};

export function Transport() {
  const { playground } = usePage();
  return (
    <fieldset class="transport">
      <legend class="visually-hidden">Motion</legend>
      <PlayButton keyHint=" (Space)" />
      <IconButton
        name="Step"
        title="Step one frame (.)"
        icon="M3 2.5 10 8l-7 5.5zM11 3h2v10h-2z"
        filled
        onClick={() => stepOnce(playground)}
      />
      <Speed />
    </fieldset>
  );
}

function Speed() {
  const { store } = usePage();
  return (
    <label class="speed">
      <span class="visually-hidden">Speed</span>
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
