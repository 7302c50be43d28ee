/** Identifies a contestant by plain data, so that another process or worker can create it. */

import { type Adapter, adapters, sapwoodAdapter } from 'peers';
import { structures } from 'sapwood/all';
import { controls } from './controls.js';

/**
 * Kind of a contestant. `plain`: plain JavaScript code of this repository; `control`: a contestant
 * that fails on purpose, to test the checks.
 */
export type Side = 'library' | 'plain' | 'sapwood' | 'control';

export interface Subject {
  readonly side: Side;
  /** Id of the adapter; if `side` is `sapwood`, id of the structure in the registry. */
  readonly id: string;
  /** Options of the structure; empty for other contestants. */
  readonly options: Readonly<Record<string, string | number | boolean | readonly number[]>>;
}

export const sideOf = (adapter: Adapter): Side => (adapter.package === null ? 'plain' : 'library');

/** Throws if there is no such adapter. */
export function adapterOf({ side, id, options }: Subject): Adapter {
  if (side === 'sapwood') {
    const entry = structures.find((one) => one.id === id);
    if (!entry) throw new Error(`${id} is not in the registry`);
    return sapwoodAdapter(entry, options);
  }
  const adapter = (side === 'control' ? controls : adapters).find((one) => one.id === id);
  if (!adapter) throw new Error(`no adapter '${id}'`);
  return adapter;
}

/** Name in tables. */
export function subjectLabel({ side, id, options }: Subject): string {
  if (side !== 'sapwood') return adapters.find((one) => one.id === id)?.title ?? id;
  const chosen = Object.entries(options).map(([name, value]) => ` ${name}=${value}`);
  return `sapwood ${id}${chosen.join('')}`;
}

const OURS = 'sapwood:';

function optionFrom(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Returns a stable key for URLs, for example `rbush` or `sapwood:wide-tree;build=morton`. */
export function subjectKey({ side, id, options }: Subject): string {
  if (side !== 'sapwood') return id;
  const chosen = Object.entries(options).map(([name, value]) => `;${name}=${value}`);
  return `${OURS}${id}${chosen.join('')}`;
}

/** Does not check that the contestant exists; `adapterOf` does. */
export function subjectOf(key: string): Subject {
  if (!key.startsWith(OURS)) {
    const adapter = adapters.find(({ id }) => id === key);
    return { side: adapter ? sideOf(adapter) : 'control', id: key, options: {} };
  }
  const [id, ...chosen] = key.slice(OURS.length).split(';');
  const options = chosen.map((part) => part.split('='));
  return {
    side: 'sapwood',
    id,
    options: Object.fromEntries(options.map(([name, text = '']) => [name, optionFrom(text)])),
  };
}
