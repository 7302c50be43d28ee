/** Race over the frames of a game. It starts immediately and lists the median frame times. */

import type { GameRow } from 'measuring/games';
import { useEffect } from 'preact/hooks';
import { structures } from 'sapwood/all';
import { isTextbook } from '../../model/page-options.js';
import { count, duration } from '../../ui/format.js';
import { structureColor } from '../../ui/structure-colors.js';
import { Textbook } from '../../ui/textbook.js';
import {
  FRAMES,
  type GameChoice,
  type GameRun,
  gameRun,
  runsGame,
  startGame,
  stopGame,
} from './game-run.js';
import { RaceControl } from './race-control.js';
import { structureOf } from './standings.js';

const stageWords: Readonly<Record<GameRun['stage'], string>> = {
  preparing: 'Preparing the game',
  running: 'Measuring',
  done: 'Finished',
  stopped: 'Stopped',
  failed: 'The race failed.',
};

export function GameRace({ choice }: { choice: GameChoice }) {
  useEffect(() => {
    void startGame(choice);
    return stopGame;
  }, [choice]);
  const run = gameRun.value;
  if (run?.choice !== choice) return null;
  const { done, error, of, rows, stage } = run;
  const runs = runsGame(run);
  return (
    <>
      <p class="race-about">{choice.sentence}</p>
      <RaceControl
        {...{ stage, runs }}
        onToggle={() => (runs ? stopGame() : void startGame(choice))}
      >
        <progress aria-label="Frames" max={of} value={stage === 'done' ? of : done} />
        <span role="status">{stageWords[stage]}</span>
      </RaceControl>
      {error !== null && <p class="notice">{error}</p>}
      {rows.length > 0 && <Rows rows={rows} />}
      <p class="hint">
        A frame of the game updates its objects and runs its queries. In each of {FRAMES} frames,
        the structures run one after the other, and their results must agree. A bar shows the median
        time of a frame; shorter is better.
      </p>
    </>
  );
}

const fastestFirst = (a: GameRow, b: GameRow) => (a.p50 ?? Infinity) - (b.p50 ?? Infinity);

/** Returns the title of a structure, or the library name. */
function titleOf(player: string, dimensions: 2 | 3): string {
  const [, id, rest] = player.match(/^sapwood:([\w-]+)(.*)$/) ?? [];
  const entry = structures.find((one) => one.id === id);
  return entry ? `${entry.title(dimensions)}${rest}` : player.replace(/^sapwood:/, 'Sapwood ');
}

function Rows({ rows }: { rows: readonly GameRow[] }) {
  const sorted = [...rows].sort(fastestFirst);
  const [{ dimensions, found, p50: best }] = sorted;
  const slowest = Math.max(...sorted.map(({ p50 }) => p50 ?? 0));
  // textbook structures are listed separately, unless one of them is the fastest
  const isAside = (row: GameRow) => row !== sorted[0] && isTextbook(structureOf(row.player));
  const rowsOf = (list: readonly GameRow[]) =>
    list.map(({ p50, p99, player }) => (
      <li key={player} data-player={player} data-status={p50 === null ? 'wrong' : 'ok'}>
        <span class="race-name">
          {p50 === null ? <s>{titleOf(player, dimensions)}</s> : titleOf(player, dimensions)}
        </span>
        <span class="race-time">
          {p50 === null ? 'wrong result' : duration(p50)}
          {p50 !== null && best !== null && p50 > best && ` · ${(p50 / best).toPrecision(2)}×`}
        </span>
        <span class="race-bar" aria-hidden="true">
          <span
            style={{
              transform: `scaleX(${((p50 ?? 0) / slowest).toFixed(4)})`,
              background: structureColor(structureOf(player)),
            }}
          />
        </span>
        {p99 !== null && <small>99th percentile: {duration(p99)}</small>}
      </li>
    ));
  return (
    <section class="race-heat" aria-label="Frames" data-heat="game">
      <h3>Frames, {count(found)} found per frame</h3>
      <ol>{rowsOf(sorted.filter((row) => !isAside(row)))}</ol>
      {sorted.some(isAside) && (
        <Textbook>
          <ol>{rowsOf(sorted.filter(isAside))}</ol>
        </Textbook>
      )}
    </section>
  );
}
