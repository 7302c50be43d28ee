/**
 * State of the Bench page: the configuration, which is synchronized with the URL, the runs that can
 * be shown, and the selected run.
 */

import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { loadTable } from '../../features/which/table.js';
import { loadValue, storeValue } from '../../state/browser-store.js';
import { mode, modeOf, registerAddress } from '../../state/route.js';
import { benchCatalog } from '../catalog.js';
import { isAt, type Measure, type Place } from '../charts/chart-data.js';
import { type LineStyle, stylesOf } from '../charts/line-style.js';
import {
  type BenchRun,
  type Catalog,
  type Configuration,
  type Dimensions,
  Fault,
  type LoadedRun,
  type Plan,
  type Preset,
  type RunState,
  type Side,
} from '../model.js';
import { titleOfKey } from '../names.js';
import { conformConfiguration, makePlan, presetConfiguration } from '../plan.js';
import { readRun, reportText, runOf } from '../record.js';
import { startRun } from '../run.js';
import { readLink, writeLink } from '../share.js';
import { referenceRun } from './reference.js';

const SHOW_EVERY_MS = 800;

const running: readonly RunState['stage'][] = ['preparing', 'running', 'finishing'];

/** Returns the message of a `Fault`. Logs any other error and returns `otherwise`. */
export function faultText(error: unknown, otherwise: string): string {
  if (error instanceof Fault) return error.message;
  console.error(error);
  return otherwise;
}

export const placeKey = ({ scene, dimensions }: Place) => `${scene} ${dimensions}`;

/**
 * Returns a signal of a list. While the keys of the items are unchanged, the signal keeps its
 * array, so that dependents are not updated.
 */
function steady<Item>(
  make: () => readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlySignal<readonly Item[]> {
  let previous: readonly Item[] = [];
  return computed(() => {
    const next = make();
    const same =
      next.length === previous.length &&
      next.every((_, i) => keyOf(next[i]) === keyOf(previous[i]));
    if (!same) previous = next;
    return previous;
  });
}

export class BenchState {
  readonly catalog: Catalog = benchCatalog();
  readonly configuration: ReadonlySignal<Configuration>;
  readonly plan: ReadonlySignal<Plan>;
  readonly run: Signal<BenchRun | null> = signal(null);
  readonly state: ReadonlySignal<RunState | null> = computed(
    () => this.run.value?.state.value ?? null,
  );
  readonly isRunning: ReadonlySignal<boolean> = computed(() => {
    const { value } = this.state;
    return value !== null && running.includes(value.stage);
  });
  /** Run that was measured on this page. During a run, it is updated at intervals. */
  readonly own: Signal<LoadedRun | null> = signal(null);
  readonly loaded: Signal<LoadedRun | null> = signal(null);
  readonly reference: Signal<LoadedRun | null> = signal(null);
  readonly referenceAwaited = signal(true);
  readonly linkFault: Signal<string | null> = signal(null);
  readonly fileFault: Signal<string | null> = signal(null);

  readonly runs: ReadonlySignal<readonly LoadedRun[]> = computed(() =>
    [this.own.value, this.loaded.value, this.reference.value].filter((run) => run !== null),
  );
  /** Run to show. */
  readonly shown: ReadonlySignal<LoadedRun | null> = computed(() => {
    const runs = this.runs.value;
    return runs.find(({ label }) => label === this.wantedRun.value) ?? runs[0] ?? null;
  });
  /** Scenes of the shown run in 2D or 3D, in catalog order. */
  readonly places: ReadonlySignal<readonly Place[]> = steady(() => this.findPlaces(), placeKey);
  readonly place: ReadonlySignal<Place | null> = computed(() => {
    const places = this.places.value;
    return places.find((place) => placeKey(place) === this.wantedPlace.value) ?? places[0] ?? null;
  });
  /** All contenders of the shown run: first in catalog order, then unknown contenders. */
  readonly contenders: ReadonlySignal<readonly string[]> = steady(() => {
    const found = new Set(this.shown.value?.results.map(({ contender }) => contender));
    const known = this.catalog.contenders.map(({ key }) => key).filter((key) => found.has(key));
    return [...known, ...[...found].filter((key) => !known.includes(key)).sort()];
  }, String);
  readonly styles: ReadonlySignal<ReadonlyMap<string, LineStyle>> = computed(() =>
    stylesOf(this.contenders.value, (key) => this.sideOf(key)),
  );
  /** Keys of the contenders whose lines are hidden. */
  readonly hidden: Signal<ReadonlySet<string>> = signal(new Set());
  private readonly current: Signal<Configuration>;
  private readonly wantedPlace = signal('');
  /** Label of the selected run. If no run has this label, the first run is shown. */
  private readonly wantedRun = signal('');
  private showing: ReturnType<typeof setTimeout> | undefined;

  /**
   * `unsupportedReason` explains why measurements are impossible, and `lack` describes a partial
   * limitation. Each is null if it does not apply.
   */
  constructor(
    readonly unsupportedReason: string | null,
    readonly lack: string | null = null,
  ) {
    const link = readLink(this.hash(), this.catalog);
    this.configuration = this.current = signal(link.configuration);
    this.plan = computed(() => makePlan(this.current.value, this.catalog));
    this.applyLink(link);
    window.addEventListener('popstate', () => this.readAddress());
    registerAddress('bench', () => writeLink(this.current.peek()));
    effect(() => this.follow(this.state.value));
    void this.loadReference();
    void this.restore();
  }

  /**
   * Changes the configuration, and adds a history entry so that the back button reverts the change.
   */
  choose(patch: Partial<Configuration>): void {
    const next = conformConfiguration({ ...this.current.peek(), ...patch }, this.catalog);
    const address = `#${writeLink(next)}`;
    this.current.value = next;
    this.linkFault.value = null;
    if (mode.peek() === 'bench' && window.location.hash !== address) {
      window.history.pushState(null, '', address);
    }
  }

  choosePreset(preset: Preset): void {
    const { seed } = this.current.peek();
    this.choose({ ...presetConfiguration(preset, this.catalog), seed });
  }

  show(label: string): void {
    this.wantedRun.value = label;
  }

  lookAt(key: string): void {
    this.wantedPlace.value = key;
  }

  start(): void {
    if (this.unsupportedReason !== null || this.isRunning.peek() || this.plan.peek().results === 0)
      return;
    this.own.value = null;
    this.wantedRun.value = '';
    this.run.value = startRun(this.current.peek(), this.catalog);
  }

  cancel(): void {
    if (this.isRunning.peek()) this.run.peek()?.cancel();
  }

  /** If the file is invalid, only sets the error message. */
  async openFile(file: File | null | undefined): Promise<void> {
    if (!file) return;
    try {
      this.open(readRun(await file.text(), file.name));
      this.fileFault.value = null;
    } catch (error) {
      this.fileFault.value = faultText(error, `${file.name} could not be read.`);
    }
  }

  private open(run: LoadedRun): void {
    this.loaded.value = run;
    this.wantedRun.value = run.label;
  }

  close(): void {
    this.loaded.value = null;
  }

  /**
   * Returns the title of a contender. Some structures have different names in 2D and 3D; the
   * default is the name in the highest dimension.
   */
  titleOf(contender: string, dimensions?: Dimensions): string {
    const own = dimensions && titleOfKey(contender, dimensions);
    if (own) return own;
    const known = this.catalog.contenders.find(({ key }) => key === contender);
    return known?.title ?? this.shown.peek()?.titles[contender] ?? contender;
  }

  sideOf(contender: string): Side {
    const known = this.catalog.contenders.find(({ key }) => key === contender);
    return known?.side ?? (contender.startsWith('sapwood:') ? 'sapwood' : 'library');
  }

  /**
   * Returns whether the measure is the time of a frame with motion, and the contender is rebuilt in
   * each such frame.
   */
  rebuilds(contender: string, measure: Measure): boolean {
    if (measure.kind !== 'time') return false;
    const phase = this.catalog.phases.find(({ id }) => id === measure.phase);
    if (phase?.group !== 'frame' || phase.moving === null) return false;
    return this.catalog.contenders.some(({ key, rebuilds }) => key === contender && rebuilds);
  }

  private hash(): string {
    return modeOf(window.location.hash) === 'bench' ? window.location.hash : '#bench';
  }

  private readAddress(): void {
    if (modeOf(window.location.hash) !== 'bench') return;
    const link = readLink(window.location.hash, this.catalog);
    // ignores the configuration of an invalid URL, and any configuration during a run
    if (link.fault === null && !this.isRunning.peek()) this.current.value = link.configuration;
    this.applyLink(link);
  }

  private applyLink({ run, fault }: { run: LoadedRun | null; fault: string | null }): void {
    this.linkFault.value = fault;
    if (run) this.open(run);
  }

  private follow(state: RunState | null): void {
    if (!state || state.results.length === 0) return;
    const show = () => {
      clearTimeout(this.showing);
      this.showing = undefined;
      const latest = this.state.peek();
      if (latest && latest.results.length > 0) this.own.value = runOf(latest, 'This run');
    };
    if (!running.includes(state.stage)) {
      show();
      void this.store(state);
    } else this.showing ??= setTimeout(show, SHOW_EVERY_MS);
  }

  /** Stores the run in the browser, so that it is available after a reload. */
  private async store(state: RunState): Promise<void> {
    if (!state.environment) return;
    await storeValue('bench-run', await reportText(state, this.catalog));
  }

  private async restore(): Promise<void> {
    const text = await loadValue<string>('bench-run');
    // does not replace a run that started meanwhile, or a run from a link
    if (typeof text !== 'string' || this.run.peek() || this.loaded.peek()) return;
    try {
      this.own.value = readRun(text, 'Last run');
    } catch {
      // ignores an incompatible run that an older version stored
    }
  }

  private findPlaces(): readonly Place[] {
    const looked = this.shown.value;
    if (!looked) return [];
    const places: Place[] = [];
    for (const { scene, dimensions } of looked.results) {
      const place = { scene, dimensions };
      if (!places.some((other) => isAt(place, other))) places.push(place);
    }
    // orders scenes as in the catalog, and unknown scenes last
    const order = this.catalog.scenes.map(({ id }) => id).reverse();
    const rank = ({ scene, dimensions }: Place) => dimensions - 4 * order.indexOf(scene);
    return places.sort((a, b) => rank(a) - rank(b));
  }

  /** Loads the reference run. If loading fails, the page shows only the other runs. */
  private async loadReference(): Promise<void> {
    const table = await loadTable().catch(() => null);
    if (table) this.reference.value = referenceRun(table);
    this.referenceAwaited.value = false;
  }
}

export const BenchContext = createContext<BenchState | null>(null);

export function useBench(): BenchState {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('useBench: outside the Bench page');
  return bench;
}
