/** Race dialog: one ranking for each of the three measurements (heats). */

import './race.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isTextbook } from '../../model/page-options.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import { SelectField } from '../../ui/fields.js';
import { count, duration } from '../../ui/format.js';
import { structureColor } from '../../ui/structure-colors.js';
import { Textbook } from '../../ui/textbook.js';
import { GameRace } from './game-race.js';
import { gameChoices } from './game-run.js';
import { type RaceState, ROUNDS, race, startRace, stopRace } from './race.js';
import { RaceControl } from './race-control.js';
import {
  type Heat,
  heats,
  isBlurred,
  type Place,
  type Standing,
  standingOf,
  structureOf,
  summaryOf,
} from './standings.js';

const SCENE = 'scene';

const heatWords: Readonly<Record<Heat, string>> = {
  frame: 'Frames',
  pairs: 'Pairs',
  'box-queries': 'Queries',
};

function heatSentence(heat: Heat, { workload }: RaceState): string {
  if (heat === 'pairs') return 'Build from all boxes, then find all overlapping pairs.';
  if (heat === 'box-queries') return '200 box queries as large as your query.';
  return workload.walks
    ? 'Nothing moves in this scene, so for the race each box moves in small steps. Then all pairs are found.'
    : `The next frames of your scene, in which ${count(workload.moving)} % of the boxes move. Then all pairs are found.`;
}

/** A race on the current scene, or on a game. */
export function RacePage() {
  const { store } = usePage();
  const key = store.field('game').value;
  const game = gameChoices.find((one) => one.key === key);
  return (
    <>
      <SelectField
        label="Race on"
        name="race-course"
        value={game?.key ?? SCENE}
        choices={[
          { value: SCENE, label: 'This scene' },
          ...gameChoices.map((one) => ({ value: one.key, label: `Game: ${one.label}` })),
        ]}
        onChoose={(chosen) => store.choose({ game: chosen === SCENE ? null : chosen })}
      />
      {game ? <GameRace choice={game} /> : <SceneRace />}
    </>
  );
}

function SceneRace() {
  const { playground } = usePage();
  // rerender, because the scene may still be loading
  useNumberUpdates();
  useEffect(() => {
    void startRace(playground);
    return stopRace;
  }, [playground.session?.source]);
  const state = race.value;
  if (!state) return <p class="hint">Loading the scene …</p>;
  const { workload, scene } = state;
  return (
    <>
      <p class="race-about">
        {scene} · {count(workload.n)} boxes, {workload.dimensions}D · measured on this machine
      </p>
      <Control state={state} />
      {state.error !== null && <p class="notice">{state.error}</p>}
      {isOver(state) && blurred(state) && (
        <p class="notice" role="status">
          The measured times vary widely: the machine is busy, or the scene is too small. Race again
          when the machine is idle.
        </p>
      )}
      <div class="race-heats">
        {heats.map((heat) => (
          <Lane key={heat} heat={heat} state={state} />
        ))}
      </div>
      <p class="hint">
        All structures run in one worker, a few milliseconds each, in {ROUNDS} rounds with a
        different order. A bar shows the time of a structure; shorter is better. The time is the
        median of one call, with the range of the middle half of all samples. Where these ranges
        overlap, there is no measurable difference (≈). Each result is first compared with an
        independent reference, which shares no code with the library. A structure with a wrong
        result is crossed out. {state.absent}
      </p>
    </>
  );
}

const isOver = ({ stage }: RaceState) => stage === 'done' || stage === 'stopped';
const blurred = ({ results }: RaceState) =>
  heats.some((heat) => isBlurred(standingOf(heat, results)));

function Control({ state }: { state: RaceState }) {
  const { playground } = usePage();
  const { done, expected, stage } = state;
  const runs = stage === 'preparing' || stage === 'running';
  const words = {
    preparing: `Checking that all results agree: ${Object.keys(expected).length} of ${heats.length} heats`,
    running: `Round ${done} of ${ROUNDS}`,
    done: 'Finished',
    stopped: `Stopped after ${done} of ${ROUNDS} rounds`,
    failed: 'The race failed.',
  };
  return (
    <RaceControl
      {...{ stage, runs }}
      round={done}
      onToggle={() => (runs ? stopRace() : void startRace(playground))}
    >
      <progress aria-label="Rounds" max={ROUNDS} value={done} />
      <span>{words[stage]}</span>
    </RaceControl>
  );
}

/** Textbook structures are listed separately, unless one of them is the fastest. */
const isAside = ({ contender, times }: Place) => isTextbook(structureOf(contender)) && times !== 1;

function Lane({ heat, state }: { heat: Heat; state: RaceState }) {
  const standing = standingOf(heat, state.results);
  const { titles } = state;
  const ended = isOver(state);
  const titleOf = (key: string) => titles[key] ?? key;
  const [isRead, read] = useState(false);
  const places = useCalmOrder(standing.places, ended, isRead);
  const slowest = Math.max(0, ...places.map(({ times }) => times ?? 0));
  const runners = (list: readonly Place[]) =>
    list.map((place) => (
      <Runner
        key={place.contender}
        place={place}
        title={titleOf(place.contender)}
        slowest={slowest}
      />
    ));
  return (
    <section class="race-heat" aria-label={heatWords[heat]} data-heat={heat}>
      <h3>{heatWords[heat]}</h3>
      <p class="hint">{heatSentence(heat, state)}</p>
      <Equal standing={standing} state={state} />
      <p class="race-verdict" role="status" data-verdict={heat}>
        {/* only announce the final order to screen readers */}
        {ended ? summaryOf(standing, titleOf) : ''}
      </p>
      <div onPointerEnter={() => read(true)} onPointerLeave={() => read(false)}>
        <ol>{runners(places.filter((place) => !isAside(place)))}</ol>
        {places.some(isAside) && (
          <Textbook>
            <ol>{runners(places.filter(isAside))}</ol>
          </Textbook>
        )}
      </div>
    </section>
  );
}

/**
 * Returns the contenders in ranked order. During a race, the previous order is kept while the
 * pointer is over the list, so that rows do not move while the user reads them.
 */
function useCalmOrder(places: readonly Place[], ended: boolean, isRead: boolean) {
  const shown = useRef<readonly string[]>([]);
  const order = shown.current;
  const keep = isRead && !ended && order.length === places.length;
  const rank = ({ contender }: Place) => order.indexOf(contender);
  const next = keep ? [...places].sort((a, b) => rank(a) - rank(b)) : places;
  useEffect(() => {
    shown.current = next.map(({ contender }) => contender);
  });
  return next;
}

interface RunnerProps {
  readonly place: Place;
  readonly title: string;
  /** Largest time ratio in the list, which the longest bar shows. */
  readonly slowest: number;
}

function Runner({ place, title, slowest }: RunnerProps) {
  const { tied, result, times } = place;
  const { note, spread, status } = result;
  const share = times === null ? 0 : times / slowest;
  const structure = structureOf(place.contender);
  return (
    <li data-runner={place.contender} data-status={status} class={tied ? 'race-tied' : ''}>
      <span class="race-name">
        {status === 'ok' ? title : <s>{title}</s>}
        {tied && times !== null && times > 1 && <span class="race-same"> ≈ same</span>}
      </span>
      <span class="race-time">
        {spread ? duration(spread.median) : status === 'ok' ? '…' : status}
        {times !== null && times > 1 && !tied && ` · ${Number(times.toPrecision(2))}×`}
      </span>
      <span class="race-bar" aria-hidden="true">
        <span
          style={{
            transform: `scaleX(${share.toFixed(4)})`,
            background: structureColor(structure),
          }}
        />
      </span>
      {spread && (
        <small>
          {duration(spread.p25)} to {duration(spread.p75)}
        </small>
      )}
      {note && status !== 'ok' && <small class="notice">{note}</small>}
    </li>
  );
}

const things: Readonly<Record<Heat, string>> = {
  frame: 'pairs',
  pairs: 'pairs',
  'box-queries': 'hits',
};

function Equal({ standing, state }: { standing: Standing; state: RaceState }) {
  const { equal, heat, places } = standing;
  const expected = state.expected[heat];
  if (!expected) return null;
  return (
    <p class="race-equal" data-equal={equal} data-of={places.length}>
      {equal === places.length ? '✓ ' : ''}
      {equal} of {places.length} results agree: {count(expected.count)} {things[heat]}, checksum{' '}
      <code>{expected.hash}</code>
    </p>
  );
}
