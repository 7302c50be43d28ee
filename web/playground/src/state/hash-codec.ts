/**
 * Settings as readable `key=value` text behind the # of the address, and back.
 *
 * Only what differs from the defaults is written. Unknown keys are ignored; values are taken loosely here and
 * brought into range by `conform`.
 */

import { type Conformed, conform } from './conform.js';
import {
  ALL_LEVELS,
  type Catalogue,
  type Dimensions,
  defaultSettings,
  type Layer,
  layers,
  type OptionChoices,
  type OptionValue,
  policies,
  queryKinds,
  type SceneChoice,
  type Settings,
  type StructureChoice,
  sceneSettings,
  speeds,
} from './settings.js';

const FORMAT = '1';
const OPTION_PREFIX = 'o.';
/** Options of the structure in the second view. */
const OTHER_PREFIX = 'w.';

/** The scene, or the default one where there is no such scene. */
function sceneOf(catalogue: Catalogue, id: string): SceneChoice {
  const find = (wanted: string) => catalogue.scenes.find((scene) => scene.id === wanted);
  return find(id) ?? find(defaultSettings.scene) ?? catalogue.scenes[0];
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function layerText(show: ReadonlySet<Layer>): string {
  return layers.filter((layer) => show.has(layer)).join(',');
}

function levelText({ shallowest, deepest }: Pick<Settings, 'shallowest' | 'deepest'>): string {
  return `${shallowest}-${deepest === ALL_LEVELS ? '' : deepest}`;
}

/** Every key with its text; the caller leaves out those that equal the defaults. */
function entries(settings: Settings, scene: SceneChoice) {
  const standard = { ...defaultSettings, ...sceneSettings(scene) };
  const list: [key: string, text: string, isDefault: boolean][] = [];
  const plain = [
    'structure',
    'dim',
    'scene',
    'n',
    'seed',
    'motion',
    'policy',
    'work',
    'speed',
  ] as const;
  for (const key of plain) {
    const always = key === 'structure' || key === 'dim' || key === 'scene';
    list.push([key, String(settings[key]), !always && settings[key] === standard[key]]);
  }
  list.push(['with', settings.other ?? '', settings.other === null]);
  list.push(['play', settings.play ? '1' : '0', settings.play]);
  const show = layerText(settings.show);
  list.push(['show', show, show === layerText(standard.show)]);
  list.push(['levels', levelText(settings), levelText(settings) === levelText(standard)]);
  list.push(['q', settings.query, settings.query === standard.query]);
  for (const key of ['box', 'ball', 'ray'] as const) {
    list.push([key, settings[key].join(','), sameList(settings[key], standard[key])]);
  }
  list.push(['k', String(settings.k), settings.k === standard.k]);
  return list;
}

/** Text for behind the #. */
export function writeHash(settings: Settings, catalogue: Catalogue): string {
  const parts = [`v=${FORMAT}`];
  for (const [key, text, isDefault] of entries(settings, sceneOf(catalogue, settings.scene))) {
    if (!isDefault) parts.push(`${key}=${encodeURIComponent(text).replaceAll('%2C', ',')}`);
  }
  parts.push(...optionParts(OPTION_PREFIX, settings.options));
  parts.push(...optionParts(OTHER_PREFIX, settings.otherOptions));
  return parts.join('&');
}

function optionParts(prefix: string, options: OptionChoices): string[] {
  return Object.entries(options).map(
    ([name, value]) => `${prefix}${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
}

function readNumber(text: string | null, fallback: number): number {
  if (text === null) return fallback;
  return text.trim() === '' ? Number.NaN : Number(text);
}

function readNumbers(text: string | null, fallback: readonly number[]): readonly number[] {
  return text === null ? fallback : text.split(',').map(Number);
}

function readChoice<Choice extends string>(
  text: string | null,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  return choices.find((choice) => choice === text) ?? fallback;
}

function readLayers(text: string | null): ReadonlySet<Layer> {
  if (text === null) return defaultSettings.show;
  const names = text.split(',');
  return new Set(layers.filter((layer) => names.includes(layer)));
}

function readLevels(text: string | null): Pick<Settings, 'shallowest' | 'deepest'> {
  const match = text?.match(/^(\d+)-(\d*)$/);
  const { shallowest, deepest } = defaultSettings;
  if (!match) return { shallowest, deepest };
  return {
    shallowest: Number(match[1]),
    deepest: match[2] === '' ? ALL_LEVELS : Number(match[2]),
  };
}

function readOptions(
  keys: URLSearchParams,
  prefix: string,
  structure: StructureChoice | undefined,
): OptionChoices {
  const options: Record<string, OptionValue> = {};
  for (const { name, kind } of structure?.options ?? []) {
    const text = keys.get(prefix + name);
    if (text === null) continue;
    if (kind === 'boolean') options[name] = text === 'true';
    else options[name] = kind === 'choice' ? text : readNumber(text, Number.NaN);
  }
  return options;
}

/** Settings from the text behind the #, whatever it holds. */
export function readHash(hash: string, catalogue: Catalogue): Conformed {
  const keys = new URLSearchParams(hash.replace(/^#/, ''));
  const scene = keys.get('scene') ?? defaultSettings.scene;
  const standard = { ...defaultSettings, ...sceneSettings(sceneOf(catalogue, scene)) };
  const structure = keys.get('structure') ?? standard.structure;
  const other = keys.get('with') || null;
  const find = (wanted: string | null) => catalogue.structures.find(({ id }) => id === wanted);
  const wanted: Settings = {
    structure,
    dim: (keys.get('dim') === '2' ? 2 : 3) satisfies Dimensions,
    options: readOptions(keys, OPTION_PREFIX, find(structure)),
    other,
    otherOptions: readOptions(keys, OTHER_PREFIX, find(other)),
    scene,
    n: readNumber(keys.get('n'), standard.n),
    seed: readNumber(keys.get('seed'), standard.seed),
    motion: keys.get('motion') ?? standard.motion,
    policy: readChoice(keys.get('policy'), policies, standard.policy),
    work: readNumber(keys.get('work'), standard.work),
    speed: speeds.find((speed) => String(speed) === keys.get('speed')) ?? standard.speed,
    play: keys.get('play') !== '0',
    show: readLayers(keys.get('show')),
    ...readLevels(keys.get('levels')),
    query: readChoice(keys.get('q'), queryKinds, standard.query),
    box: readNumbers(keys.get('box'), standard.box),
    ball: readNumbers(keys.get('ball'), standard.ball),
    ray: readNumbers(keys.get('ray'), standard.ray),
    k: readNumber(keys.get('k'), standard.k),
  };
  return conform(wanted, catalogue);
}
