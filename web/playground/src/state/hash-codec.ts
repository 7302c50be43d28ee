/**
 * Settings as readable `key=value` text behind the # of the address, and back.
 *
 * Only what differs from the defaults is written. Unknown keys are ignored; values are taken loosely here and
 * brought into range by `conform`.
 */

import { type Conformed, conform } from './conform.js';
import {
  ALL_LEVELS,
  type BuildChoice,
  buildModes,
  type Catalogue,
  colourings,
  type Dimensions,
  defaultSettings,
  type Layer,
  labs,
  layers,
  type NodeChoice,
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

/** Nodes are named by view and place: A12, B0. */
function nodeText(choice: NodeChoice | null): string {
  return choice === null ? '' : `${choice.view === 0 ? 'A' : 'B'}${choice.node}`;
}

function buildText(build: BuildChoice | null): string {
  return build === null ? '' : `${build.mode}.${build.at}`;
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
    'moving',
    'policy',
    'work',
    'speed',
    'colour',
    'heat',
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
  for (const key of ['box', 'ball', 'ray', 'cam'] as const) {
    list.push([key, settings[key].join(','), sameList(settings[key], standard[key])]);
  }
  list.push(['k', String(settings.k), settings.k === standard.k]);
  list.push(['step', String(settings.step), settings.step === null]);
  list.push(['build', buildText(settings.build), settings.build === null]);
  list.push(['tour', settings.tour ?? '', settings.tour === null]);
  list.push(['lab', settings.lab ?? '', settings.lab === null]);
  list.push(['break', settings.painted || '-', settings.painted === null]);
  list.push(['node', nodeText(settings.node), settings.node === null]);
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

function readNode(text: string | null): NodeChoice | null {
  const match = text?.match(/^([AB])(\d{1,9})$/);
  return match ? { view: match[1] === 'A' ? 0 : 1, node: Number(match[2]) } : null;
}

function readBuild(text: string | null): BuildChoice | null {
  const match = text?.match(/^([a-z]+)\.(\d{1,9})$/);
  const mode = buildModes.find((each) => each === match?.[1]);
  return match && mode ? { mode, at: Number(match[2]) } : null;
}

function readPainted(text: string | null): string | null {
  return text === '-' ? '' : (text?.match(/^[\w-]{4,12000}$/)?.[0] ?? null);
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

const knownKeys = [
  ...['structure', 'dim', 'scene', 'n', 'seed', 'motion', 'policy', 'work', 'speed', 'colour'],
  ...['with', 'play', 'show', 'levels', 'q', 'box', 'ball', 'ray', 'cam', 'k', 'step', 'node'],
  ...['tour', 'build', 'moving', 'heat', 'lab', 'break'],
];

/** Why a text cannot be an address of this page, in a sentence; null when it can. */
export function hashFault(hash: string): string | null {
  const text = hash.replace(/^#/, '');
  if (text === '') return null;
  const keys = new URLSearchParams(text);
  const version = keys.get('v');
  if (version !== null && version !== FORMAT) {
    return `This address is of version “${version.slice(0, 20)}”, which this page does not read; it shows what it showed before.`;
  }
  if (version !== null || knownKeys.some((key) => keys.has(key))) return null;
  return 'This address says nothing that the page knows; it shows what it showed before.';
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
    moving: readNumber(keys.get('moving'), standard.moving),
    policy: readChoice(keys.get('policy'), policies, standard.policy),
    work: readNumber(keys.get('work'), standard.work),
    speed: speeds.find((speed) => String(speed) === keys.get('speed')) ?? standard.speed,
    play: keys.get('play') !== '0',
    show: readLayers(keys.get('show')),
    ...readLevels(keys.get('levels')),
    colour: readChoice(keys.get('colour'), colourings, standard.colour),
    heat: readNumber(keys.get('heat'), standard.heat),
    node: readNode(keys.get('node')),
    tour: keys.get('tour')?.match(/^[a-z]+\.\d$/)?.[0] ?? null,
    lab: labs.find((lab) => lab === keys.get('lab')) ?? null,
    painted: readPainted(keys.get('break')),
    build: readBuild(keys.get('build')),
    step: keys.has('step') ? readNumber(keys.get('step'), 0) : null,
    query: readChoice(keys.get('q'), queryKinds, standard.query),
    box: readNumbers(keys.get('box'), standard.box),
    ball: readNumbers(keys.get('ball'), standard.ball),
    ray: readNumbers(keys.get('ray'), standard.ray),
    cam: readNumbers(keys.get('cam'), standard.cam),
    k: readNumber(keys.get('k'), standard.k),
  };
  return conform(wanted, catalogue);
}
