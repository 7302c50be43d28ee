/** Validates settings against the catalog, for changes from controls and URLs. */

import type { OptionSpec } from 'sapwood/all';
import {
  ALL_LEVELS,
  type BuildChoice,
  type Catalog,
  type Dimensions,
  defaultSettings,
  type NodeChoice,
  type Notices,
  type OptionChoices,
  type OptionValue,
  type Policy,
  type QueryKind,
  type SceneChoice,
  type Settings,
  type StructureChoice,
} from './settings.js';

export interface Conformed {
  readonly settings: Settings;
  readonly notices: Notices;
}

export const maxNeighbors = 500;
const maxSeed = 0xffffffff;
/**
 * Range of the setting `work`, in work units per frame. The maximum completes the largest build in
 * one frame.
 */
export const workRange = [10, 10_000_000] as const;
/**
 * Range of the setting `heat`, in nodes per pixel. Counts in the heat map are exact up to twice the
 * maximum setting.
 */
export const heatRange = [2, 1000] as const;

/**
 * Maximum item counts of structures with a quadratic pair search. More items would freeze the page.
 */
const quadraticStructures: Readonly<Record<string, number>> = { 'brute-force': 20_000 };

const format = new Intl.NumberFormat('en');

export function choicesOf({ choices = [], only3D = [] }: OptionSpec, dim: Dimensions) {
  return choices.filter((choice) => dim === 3 || !only3D.includes(choice));
}

export function maxItems(scene: SceneChoice, ids: readonly (string | null)[]): number {
  return Math.min(
    scene.maxCount,
    ...ids.map((id) => quadraticStructures[id ?? ''] ?? scene.maxCount),
  );
}

function clampNumber(value: number, min: number, max: number, whole: boolean): number {
  const clamped = Math.min(Math.max(value, min), max);
  return whole ? Math.round(clamped) : clamped;
}

interface Offered {
  readonly id: string;
  readonly dimensions: readonly Dimensions[];
}

/** Start of the notice for a link to a missing file. */
const OWN_MISSING = 'The file that this link refers to is not in this browser; open it again';

export const EDITS_MISSING =
  'This link was copied from a scene with edits by hand. They are not in the link; the scene is shown without them.';

export function reportsMissingContent(notice: string): boolean {
  return notice.startsWith(OWN_MISSING) || notice === EDITS_MISSING;
}

class Conformer {
  readonly notices: Record<string, string> = {};

  /**
   * Returns the requested id, or the fallback, or the first available id. Adds a notice if the
   * requested id is not available.
   */
  pick(
    key: string,
    ids: readonly string[],
    [requested, fallback]: readonly [string, string],
    nameOf = (id: string) => id,
  ): string {
    if (ids.includes(requested)) return requested;
    const used = ids.includes(fallback) ? fallback : ids[0];
    const why =
      key === 'scene' && requested === 'own' ? OWN_MISSING : `“${requested}” is not available`;
    this.notices[key] = `${why}; ${nameOf(used)} is used instead.`;
    return used;
  }

  entry<Entry extends Offered>(
    key: string,
    entries: readonly Entry[],
    choice: readonly [string, string],
    { dim, nameOf }: { readonly dim: Dimensions; readonly nameOf: (entry: Entry) => string },
  ): Entry {
    const offered = entries.filter(({ dimensions }) => dimensions.includes(dim));
    const find = (id: string) => offered.find((entry) => entry.id === id) as Entry;
    const ids = offered.map(({ id }) => id);
    return find(this.pick(key, ids, choice, (id) => nameOf(find(id))));
  }

  number(key: string, value: number, [min, max]: readonly [number, number], whole = true) {
    if (Number.isNaN(value)) {
      this.notices[key] = `The value is not a number; ${format.format(min)} is used instead.`;
      return min;
    }
    const clamped = clampNumber(value, min, max, whole);
    if (value < min || value > max) {
      this.notices[key] =
        value < min
          ? `${format.format(value)} is too small: use at least ${format.format(min)}.`
          : `${format.format(value)} is too large: use at most ${format.format(max)}.`;
    }
    return clamped;
  }

  option(
    key: string,
    spec: OptionSpec,
    value: OptionValue,
    { dim }: Pick<Settings, 'dim'>,
  ): OptionValue {
    if (spec.kind === 'boolean') return value === true;
    if (spec.kind === 'choice') {
      const choices = choicesOf(spec, dim);
      return this.pick(key, choices, [String(value), String(spec.default)]);
    }
    const range = [spec.min ?? -Infinity, spec.max ?? Infinity] as const;
    if (typeof value !== 'number' || Number.isNaN(value)) {
      this.notices[key] = `The value is not a number; the default ${spec.default} is used instead.`;
      return spec.default as OptionValue;
    }
    return this.number(key, value, range, spec.kind === 'integer');
  }

  options(
    field: 'options' | 'otherOptions',
    structure: StructureChoice,
    settings: Settings,
  ): OptionChoices {
    const requested = settings[field];
    const changed: Record<string, OptionValue> = {};
    for (const spec of structure.options) {
      const value = requested[spec.name];
      if (value === undefined) continue;
      const conformed = this.option(`${field}.${spec.name}`, spec, value, settings);
      if (conformed !== spec.default) changed[spec.name] = conformed;
    }
    return changed;
  }
}

/** Returns whether a structure supports a query. A frustum query requires 3D. */
export function supportsQuery(
  structure: StructureChoice,
  query: QueryKind,
  dim: Dimensions,
): boolean {
  if (query === 'none') return true;
  return structure.capabilities.has(query) && (query !== 'frustum' || dim === 3);
}

function conformFractions(values: readonly number[], fallback: readonly number[], points: number) {
  return fallback.map((standard, i) => {
    const value = values[i];
    if (value === undefined || Number.isNaN(value)) return standard;
    const [min, max] = i < points ? [-0.5, 1.5] : [0.005, 1];
    // adding 0 changes -0 to 0, because a URL does not preserve -0
    return Math.round(clampNumber(value, min, max, false) * 1e4) / 1e4 + 0;
  });
}

const cameraNumbers: Readonly<Record<Dimensions, number>> = { 2: 3, 3: 6 };
const MAX_CAMERA_NUMBER = 1000;

export function roundCamera(camera: readonly number[]): readonly number[] {
  // adding 0 changes -0 to 0, because a URL does not preserve -0
  return camera.map((value) => Math.round(value * 1e4) / 1e4 + 0);
}

function conformCamera({ camera, dim }: Settings): readonly number[] | null {
  if (camera?.length !== cameraNumbers[dim]) return null;
  if (!camera.every((value) => Math.abs(value) <= MAX_CAMERA_NUMBER)) return null;
  const rounded = roundCamera(camera);
  const [, , zoom, ...eye] = rounded;
  const isUsable = dim === 2 ? zoom > 0 : eye.some((value) => value !== 0);
  return isUsable ? rounded : null;
}

function conformLevels({ shallowest, deepest }: Settings) {
  const deep = Number.isNaN(deepest) ? ALL_LEVELS : clampNumber(deepest, 0, ALL_LEVELS, true);
  const shallow = Number.isNaN(shallowest) ? 0 : clampNumber(shallowest, 0, deep, true);
  return { shallowest: shallow, deepest: deep };
}

function conformNode({ node, other }: Settings): NodeChoice | null {
  return node !== null && node.view === 1 && other === null ? null : node;
}

const maxSteps = 10_000_000;

function conformStep({ build, query, step }: Settings): number | null {
  if (step === null || Number.isNaN(step) || query === 'none' || build !== null) return null;
  return clampNumber(step, 0, maxSteps, true);
}

function conformBuild({ build }: Settings): BuildChoice | null {
  if (build === null || Number.isNaN(build.at)) return null;
  return { mode: build.mode, at: clampNumber(build.at, 0, maxSteps, true) };
}

/** Returns the update policy, or 'update' if no shown structure supports the policy. */
function conformPolicy(
  { policy }: Settings,
  shown: readonly StructureChoice[],
  { gradual, refitting }: Catalog,
): Policy {
  if (policy === 'move' && !shown.some(movable)) return 'update';
  if (policy === 'refit' && !shown.some(({ id }) => refitting.has(id))) return 'update';
  return policy === 'gradual' && !shown.some(({ id }) => gradual.has(id)) ? 'update' : policy;
}

export function movable({ capabilities }: StructureChoice): boolean {
  return capabilities.has('dynamic');
}

function structuresInView(
  conformer: Conformer,
  { structure, other, dim }: Settings,
  { structures }: Catalog,
): readonly StructureChoice[] {
  const words = { dim, nameOf: (entry: StructureChoice) => entry.title(dim) };
  const requested = [structure, defaultSettings.structure] as const;
  const first = conformer.entry('structure', structures, requested, words);
  if (other === null) return [first];
  return [first, conformer.entry('other', structures, [other, first.id], words)];
}

export function conform(requested: Settings, catalog: Catalog): Conformed {
  const conformer = new Conformer();
  const { dim } = requested;
  const shown = structuresInView(conformer, requested, catalog);
  const structure = shown[0];
  const other = shown.at(1);
  const scene = conformer.entry('scene', catalog.scenes, [requested.scene, 'uniform'], {
    dim,
    nameOf: ({ title }) => title,
  });
  const motion = conformer.pick('motion', scene.motions, [requested.motion, scene.motions[0]]);
  // if the requested scene is unknown, the scene shown instead has its default item count
  const requestedCount = scene.id === requested.scene ? requested.n : scene.count;
  const ids = shown.map(({ id }) => id);
  const settings: Settings = {
    ...requested,
    structure: structure.id,
    options: conformer.options('options', structure, requested),
    other: other?.id ?? null,
    otherOptions: other ? conformer.options('otherOptions', other, requested) : {},
    scene: scene.id,
    motion,
    n: conformer.number('n', requestedCount, [scene.minCount, maxItems(scene, ids)]),
    seed: conformer.number('seed', requested.seed, [0, maxSeed]),
    moving: conformer.number('moving', requested.moving, [1, 100]),
    policy: conformPolicy(requested, shown, catalog),
    work: conformer.number('work', requested.work, workRange),
    heat: conformer.number('heat', requested.heat, heatRange),
    query: shown.every((entry) => supportsQuery(entry, requested.query, dim))
      ? requested.query
      : 'box',
    k: conformer.number('k', requested.k, [1, maxNeighbors]),
    box: conformFractions(requested.box, scene.place.box, 3),
    ball: conformFractions(requested.ball, scene.place.ball, 3),
    ray: conformFractions(requested.ray, scene.place.ray, 6),
    cam: conformFractions(requested.cam, scene.place.cam, 6),
    camera: conformCamera(requested),
    build: conformBuild(requested),
    // `game` is used only while the race dialog is open
    game: requested.lab === null ? null : requested.game,
    ...conformLevels(requested),
    node: conformNode(requested),
    step: conformStep(requested),
  };
  return { settings, notices: conformer.notices };
}
