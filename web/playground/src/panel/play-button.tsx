/** Plays and pauses the motion. */

import { usePage } from '../session/page.js';

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
