/** State of the race: start, progress and stop. */

import { signal } from '@preact/signals';
import { type StructureEntry, structures } from 'sapwood/all';
import type { Expected, HeatResult, RaceNews, RaceRequest } from '../../bench/messages.js';
import { sceneEntry } from '../../model/scene-menu.js';
import type { Playground } from '../../session/page.js';
import type { OptionChoices } from '../../state/settings.js';
import { endWorker, runInWorker } from './race-worker.js';
import { heats } from './standings.js';
import { type RaceWorkload, recordWorkload } from './workload.js';

export const ROUNDS = 9;
/** Maximum number of boxes for brute force, which tests all pairs. */
const MAX_FOR_BRUTE_FORCE = 20_000;
/** Maximum number of pairs, because longer lists would exhaust memory. */
const MAX_PAIRS = 5e6;

/** Minimum milliseconds between updates of the list, so that it stays readable. */
const SHOWN_EVERY_MS = 1000;

export interface RaceState {
  readonly stage: 'preparing' | 'running' | 'done' | 'stopped' | 'failed';
  readonly workload: RaceWorkload;
  readonly scene: string;
  readonly done: number;
  readonly results: readonly HeatResult[];
  readonly expected: Readonly<Record<string, Expected>>;
  /** Titles by key. */
  readonly titles: Readonly<Record<string, string>>;
  /**
   * Sentence that names contenders that do not take part, with the reason; empty if all take part.
   */
  readonly absent: string;
  readonly error: string | null;
}

const current = signal<RaceState | null>(null);
export const race = current;

function change(patch: Partial<RaceState>): void {
  if (current.value) current.value = { ...current.value, ...patch };
}

/** Stops the race and keeps its results. */
export function stopRace(): void {
  endWorker();
  if (unseen.length > 0) showResults();
  const stage = current.peek()?.stage;
  if (stage === 'preparing' || stage === 'running') change({ stage: 'stopped' });
}

/**
 * Results that are not shown yet. Drawing after every measurement would disturb the next
 * measurement.
 */
const unseen: HeatResult[] = [];
let showing: ReturnType<typeof setTimeout> | undefined;

function showResults(): void {
  clearTimeout(showing);
  showing = undefined;
  const added = unseen.splice(0);
  const results = new Map(current.peek()?.results.map((result) => [keyOf(result), result]));
  for (const result of added) results.set(keyOf(result), result);
  change({ results: [...results.values()] });
}

const keyOf = ({ contender, heat }: HeatResult) => `${heat} ${contender}`;

function onMessage(news: RaceNews): void {
  const state = current.peek();
  if (!state) return;
  if (news.kind === 'failed') {
    change({ stage: 'failed', error: news.message });
    stopRace();
  } else if (news.kind === 'expected') {
    change({ expected: { ...state.expected, [news.heat]: news.expected } });
  } else if (news.kind === 'result') {
    unseen.push(news.result);
    showing ??= setTimeout(showResults, SHOWN_EVERY_MS);
  } else {
    const over = news.done === ROUNDS;
    if (over) showResults();
    change({ stage: over ? 'done' : 'running', done: news.done });
    if (over) stopRace();
  }
}

/**
 * Returns the options of a structure in the race: the page's options for the structure of the first
 * view, otherwise the defaults.
 */
function optionsOf({ id }: StructureEntry, { settings }: Playground): OptionChoices {
  // `space` is an option of the page, not of the library
  const { space, ...options } = settings.structure === id ? settings.options : {};
  return options;
}

function subjectsOf(playground: Playground, { dimensions, n }: RaceWorkload) {
  const runners = structures.filter((entry) => entry.dimensions.includes(dimensions));
  return runners
    .filter(({ id }) => id !== 'brute-force' || n <= MAX_FOR_BRUTE_FORCE)
    .map((entry) => {
      const options = optionsOf(entry, playground);
      const chosen = Object.entries(options).map(([name, value]) => `;${name}=${value}`);
      const key = `sapwood:${entry.id}${chosen.join('')}`;
      const changed = chosen.length > 0 ? ', as set' : '';
      const subject = { side: 'sapwood', id: entry.id, options } as const;
      return { key, title: `${entry.title(dimensions)}${changed}`, subject };
    });
}

export async function startRace(playground: Playground): Promise<void> {
  stopRace();
  const { session, settings, store } = playground;
  if (!session) return;
  store.tune({ play: false, build: null });
  const workload = recordWorkload(session, settings);
  playground.refreshAll();
  const runners = subjectsOf(playground, workload);
  current.value = {
    ...{ stage: 'preparing', workload, done: 0, results: [], expected: {}, error: null },
    scene: `${sceneEntry(settings.scene).title}${playground.source?.edited ? ', edited by hand' : ''}`,
    titles: Object.fromEntries(runners.map(({ key, title }) => [key, title])),
    absent:
      workload.n > MAX_FOR_BRUTE_FORCE
        ? 'Brute force is omitted, because it would test every box against every other box.'
        : '',
  };
  if (session.main.pairCount > MAX_PAIRS) {
    const error =
      'Nearly all boxes overlap each other, so no structure can help. Choose fewer boxes.';
    return change({ stage: 'failed', error });
  }
  await runInWorker<RaceNews>(
    (module): RaceRequest => ({
      ...{ kind: 'race', heats, input: workload, rounds: ROUNDS, module },
      subjects: runners.map(({ subject }) => subject),
    }),
    onMessage,
  );
}
