/** The scenes of games on the Bench page: one is chosen and played, and a table tells what a frame took whom. */

import type { GameRow } from 'measuring/games';
import { gameList } from 'measuring/games/list';
import { useEffect, useState } from 'preact/hooks';
import { SelectField } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { useBench } from '../page/bench-state.js';
import { Heads, ScrollTable } from '../page/scroll-table.js';
import { milliseconds, times } from '../page/words.js';
import {
  choices,
  FRAMES,
  type GameChoice,
  type GameRun,
  gameRun,
  isPlaying,
  startGame,
  stopGame,
} from './game-run.js';

const keyOf = ({ game, n }: GameChoice) => `${game} ${n}`;
const kindOf = (id: string) => gameList.find((one) => one.id === id)!;
const nameOf = (id: string) => {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const labelOf = ({ game, n }: GameChoice) =>
  `${nameOf(game)}, ${kindOf(game).dimensions}D, ${count(n)}`;

export function GamesCard() {
  const { isRunning, refusal } = useBench();
  const [key, choose] = useState(keyOf(choices[0]));
  const choice = choices.find((one) => keyOf(one) === key)!;
  const run = gameRun.value;
  const plays = isPlaying(run);
  // what is measured on this page has the machine to itself
  useEffect(() => {
    if (isRunning.value) stopGame();
  }, [isRunning.value]);
  return (
    <section class="card bench-card bench-games" aria-label="Game scenes">
      <h2>Game scenes</h2>
      <p class="hint">
        A frame of a game updates its objects and runs its queries. This compares Sapwood with other
        libraries and with hand-written code: all run the same {FRAMES} frames in turns, and their
        results must agree.
      </p>
      <div class="games-bar">
        <SelectField
          label="Scene"
          name="game"
          value={key}
          choices={choices.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
          hint={`${count(choice.n)} ${kindOf(choice.game).title}.`}
          onChoose={choose}
        />
        <button
          type="button"
          class={plays ? 'run-cancel' : 'strong'}
          disabled={!plays && (isRunning.value || refusal !== null)}
          onClick={() => (plays ? stopGame() : void startGame(choice))}
        >
          {plays ? 'Stop' : 'Measure'}
        </button>
      </div>
      {run && <Played run={run} />}
    </section>
  );
}

const stageWords: Readonly<Record<GameRun['stage'], string>> = {
  preparing: 'Preparing the scene',
  playing: 'Measuring',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Failed',
};

function Played({ run }: { run: GameRun }) {
  const { choice, done, fault, of, rows, stage } = run;
  return (
    <div class="games-played" data-game={stage}>
      {isPlaying(run) && <progress aria-label="Frames measured" max={of} value={done} />}
      <p class="run-line" role="status">
        <strong>{stageWords[stage]}</strong>
        <span>{labelOf(choice)}</span>
      </p>
      {fault && <p class="notice">{fault}</p>}
      {rows.length > 0 && <GameTable rows={rows} choice={choice} />}
    </div>
  );
}

const fastestFirst = (a: GameRow, b: GameRow) => (a.p50 ?? Infinity) - (b.p50 ?? Infinity);

function GameTable({ choice, rows }: { choice: GameChoice; rows: readonly GameRow[] }) {
  const sorted = [...rows].sort(fastestFirst);
  const best = sorted[0].p50;
  const caption = `${labelOf(choice)}: ${count(rows[0].found)} found per frame; milliseconds per frame`;
  return (
    <ScrollTable
      caption={caption}
      look="games-table"
      head={<Heads of={['Contender', 'Median', '99th percentile', 'Relative to the fastest']} />}
    >
      {sorted.map(({ ours, p50, p99, player }) => (
        <tr key={player} data-player={player} class={ours ? 'games-ours' : undefined}>
          <th scope="row">{player}</th>
          {p50 === null || p99 === null || best === null ? (
            <td colSpan={3}>wrong result, so no time is shown</td>
          ) : (
            <>
              <td>{milliseconds(p50)}</td>
              <td>{milliseconds(p99)}</td>
              <td>{times(p50 / best)}</td>
            </>
          )}
        </tr>
      ))}
    </ScrollTable>
  );
}
