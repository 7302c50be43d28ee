/**
 * Conversion of settings to readable `key=value` text in the URL hash, and back.
 *
 * Only differences from the defaults are written. Unknown keys are ignored; `conform` validates
 * values.
 */

import { type Conformed, conform, EDITS_MISSING } from './conform.js';
import {
  ALL_LEVELS,
  type BuildChoice,
  buildModes,
  type Catalog,
  colorings,
  defaultSettings,
  type Layer,
  labs,
  layers,
  type NodeChoice,
  type OptionChoices,
  type OptionValue,
  policies,
  type QueryPlace,
  queryKinds,
  type SceneChoice,
  type SettingKey,
  type Settings,
  type StructureChoice,
  sceneSettings,
  speeds,
} from './settings.js';

const FORMAT = '1';
/** Key that marks links to edited scenes. The URL does not contain the edits. */
const EDITED = 'edited';
const OPTION_PREFIX = 'o.';
/** Prefix of the keys for options of the second view's structure. */
const OTHER_PREFIX = 'w.';

/** Returns the scene with an id, or the default scene for an unknown id. */
function sceneOf(catalog: Catalog, id: string): SceneChoice {
  const find = (sceneId: string) => catalog.scenes.find((scene) => scene.id === sceneId);
  return find(id) ?? find(defaultSettings.scene) ?? catalog.scenes[0];
}

interface Codec {
  readonly name: string;
  /** Whether to write default values too. */
  readonly always?: boolean;
  /** Returns null to omit the setting. */
  write(settings: Settings): string | null;
  /** Returns an empty object for invalid text. */
  read(text: string): Partial<Settings>;
}

function codec<Key extends SettingKey>(
  key: Key,
  write: (value: Settings[Key]) => string | null,
  read: (text: string) => Settings[Key] | undefined,
  name: string = key,
): Codec {
  return {
    name,
    write: (settings) => write(settings[key]),
    read: (text) => {
      const value = read(text);
      return value === undefined ? {} : ({ [key]: value } as Partial<Settings>);
    },
  };
}

const readNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

const number = (key: 'n' | 'seed' | 'moving' | 'work' | 'heat' | 'k') =>
  codec(key, String, readNumber);

const numbers = (key: keyof QueryPlace) =>
  codec(
    key,
    (values) => values.join(','),
    (text) => text.split(',').map(Number),
  );

const oneOf =
  <Choice>(choices: readonly Choice[]) =>
  (text: string) =>
    choices.find((choice) => String(choice) === text);

const writeLayers = (show: ReadonlySet<Layer>) =>
  layers.filter((layer) => show.has(layer)).join(',');

/** Old names of layers in URLs, each with the layer that now includes the old layer. */
const formerLayers: Readonly<Record<string, Layer>> = {
  reach: 'details',
  planes: 'details',
  axis: 'details',
  order: 'details',
  changed: 'problems',
  stuck: 'problems',
  lost: 'problems',
};

function readLayers(text: string): ReadonlySet<Layer> {
  const names = text.split(',').map((name) => formerLayers[name] ?? name);
  return new Set(layers.filter((layer) => names.includes(layer)));
}

const levels: Codec = {
  name: 'levels',
  write: ({ shallowest, deepest }) => `${shallowest}-${deepest === ALL_LEVELS ? '' : deepest}`,
  read: (text) => {
    const [, first, last] = text.match(/^(\d+)-(\d*)$/) ?? [];
    if (first === undefined) return {};
    return { shallowest: Number(first), deepest: last === '' ? ALL_LEVELS : Number(last) };
  },
};

function writeBuild(build: BuildChoice | null): string | null {
  return build && `${build.mode}.${build.at}`;
}

function readBuild(text: string): BuildChoice | null {
  const match = text.match(/^([a-z]+)\.(\d{1,9})$/);
  const mode = buildModes.find((each) => each === match?.[1]);
  return match && mode ? { mode, at: Number(match[2]) } : null;
}

/** Writes a node as its view and index, for example A12 or B0. */
function writeNode(choice: NodeChoice | null): string | null {
  return choice && `${choice.view === 0 ? 'A' : 'B'}${choice.node}`;
}

function readNode(text: string): NodeChoice | null {
  const match = text.match(/^([AB])(\d{1,9})$/);
  return match ? { view: match[1] === 'A' ? 0 : 1, node: Number(match[2]) } : null;
}

/** A dash stands for a scene without boxes. */
const writePainted = (painted: string | null) => (painted === null ? null : painted || '-');
const readPainted = (text: string) =>
  text === '-' ? '' : (text.match(/^[\w-]{4,12000}$/)?.[0] ?? null);

const asItIs = (text: string | null) => text;

/** Codecs of all settings, in the order in which the URL contains them. */
const codecs: readonly Codec[] = [
  { ...codec('structure', String, String), always: true },
  { ...codec('dim', String, (text) => (text === '2' ? 2 : 3)), always: true },
  { ...codec('scene', String, String), always: true },
  number('n'),
  number('seed'),
  codec('motion', String, String),
  number('moving'),
  codec('policy', String, oneOf(policies)),
  number('work'),
  codec('speed', String, oneOf(speeds)),
  codec('color', String, oneOf(colorings)),
  number('heat'),
  codec('other', asItIs, (text) => text || null, 'with'),
  codec(
    'play',
    (play) => (play ? '1' : '0'),
    (text) => text !== '0',
  ),
  codec('show', writeLayers, readLayers),
  levels,
  codec('query', String, oneOf(queryKinds), 'q'),
  numbers('box'),
  numbers('ball'),
  numbers('ray'),
  numbers('cam'),
  number('k'),
  codec(
    'camera',
    (camera) => camera?.join(',') ?? null,
    (text) => text.split(',').map(readNumber),
  ),
  codec('step', (step) => (step === null ? null : String(step)), readNumber),
  codec('build', writeBuild, readBuild),
  codec('tour', asItIs, (text) => text.match(/^[a-z]+\.\d$/)?.[0]),
  codec('lab', asItIs, oneOf(labs)),
  codec('game', asItIs, (text) => text.match(/^[a-z-]+-\d{1,7}$/)?.[0]),
  codec('painted', writePainted, readPainted, 'break'),
  codec('node', writeNode, readNode),
];

function standardOf(catalog: Catalog, scene: string): Settings {
  return { ...defaultSettings, ...sceneSettings(sceneOf(catalog, scene)) };
}

/** Returns the hash text without `#`. */
export function writeHash(settings: Settings, catalog: Catalog): string {
  const standard = standardOf(catalog, settings.scene);
  const parts = [`v=${FORMAT}`];
  for (const { name, always, write } of codecs) {
    const text = write(settings);
    if (text === null || (!always && text === write(standard))) continue;
    parts.push(`${name}=${encodeURIComponent(text).replaceAll('%2C', ',')}`);
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
    else options[name] = kind === 'choice' ? text : readNumber(text);
  }
  return options;
}

/** Returns an error message for an invalid hash; null if valid. */
export function hashError(hash: string): string | null {
  const text = hash.replace(/^#/, '');
  if (text === '') return null;
  const keys = new URLSearchParams(text);
  const version = keys.get('v');
  if (version !== null && version !== FORMAT) {
    return `This link has version “${version.slice(0, 20)}”, which this page does not support. The previous view is kept.`;
  }
  if (version !== null || codecs.some(({ name }) => keys.has(name))) return null;
  return 'This link contains no settings of this page. The previous view is kept.';
}

export function readHash(hash: string, catalog: Catalog): Conformed {
  const keys = new URLSearchParams(hash.replace(/^#/, ''));
  const standard = standardOf(catalog, keys.get('scene') ?? defaultSettings.scene);
  const read = codecs.map((each) => {
    const text = keys.get(each.name);
    return text === null ? {} : each.read(text);
  });
  const requested: Settings = Object.assign({}, standard, ...read);
  const find = (structureId: string | null) =>
    catalog.structures.find(({ id }) => id === structureId);
  const options = readOptions(keys, OPTION_PREFIX, find(requested.structure));
  const otherOptions = readOptions(keys, OTHER_PREFIX, find(requested.other));
  const { settings, notices } = conform({ ...requested, options, otherOptions }, catalog);
  const isEdited = keys.has(EDITED) && notices.scene === undefined;
  return { settings, notices: isEdited ? { ...notices, scene: EDITS_MISSING } : notices };
}

export function editedHash(hash: string): string {
  return `${hash}&${EDITED}=1`;
}
