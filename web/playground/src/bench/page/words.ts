/** Formats numbers and names for the Bench page. */

import { bytes, count } from '../../ui/format.js';
import type { Measure, Place } from '../charts/chart-data.js';
import type { Catalog, Cell, PhaseId, PhaseInfo, Status } from '../model.js';

/**
 * Formats milliseconds with three significant digits, or as a whole number from 100 on. The result
 * has no unit.
 */
export function milliseconds(value: number): string {
  if (value === 0) return '0';
  if (value >= 99.95) return count(value);
  return String(Number(value.toPrecision(3)));
}

/** Formats a duration, for example as "45 s" or "2 min 10 s". */
export function timeSpan(ms: number): string {
  const seconds = Math.max(Math.round(ms / 1000), 0);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0 || minutes >= 10
    ? `${minutes} min`
    : `${minutes} min ${seconds % 60} s`;
}

/** Formats an estimated duration, for example as "about 45 s" or "about 6 min". */
export function roughly(ms: number): string {
  if (ms < 10_000) return 'a few seconds';
  if (ms < 90_000) return `about ${Math.round(ms / 5000) * 5} s`;
  if (ms < 90 * 60_000) return `about ${Math.round(ms / 60_000)} min`;
  return `about ${Math.round(ms / 3_600_000)} h`;
}

/** Formats an estimated duration briefly, for example as "45 s" or "6 min". */
export function briefly(ms: number): string {
  if (ms < 90_000) return `${Math.max(5, Math.round(ms / 5000) * 5)} s`;
  return ms < 50 * 60_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

export const times = (value: number) => `${Number(value.toPrecision(2))} ×`;

function phaseOf(catalog: Catalog, id: PhaseId): PhaseInfo {
  const found = catalog.phases.find((phase) => phase.id === id);
  if (!found) throw new Error(`phase ${id}: not in the catalog`);
  return found;
}

export function placeTitle(catalog: Catalog, { scene, dimensions }: Place): string {
  const found = catalog.scenes.find(({ id }) => id === scene);
  return `${found?.title ?? scene}, ${dimensions}D`;
}

export function cellTitle(catalog: Catalog, cell: Cell): string {
  const phase = phaseOf(catalog, cell.phase);
  return `${phase.title} · ${placeTitle(catalog, cell)} · n = ${count(cell.n)}`;
}

export function valueText(measure: Measure, value: number): string {
  switch (measure.kind) {
    case 'time':
      return `${milliseconds(value)} ms`;
    case 'bytes':
      return bytes(Math.round(value));
  }
}

/** Formats a chart value without "ms", for axes and columns whose title states the unit. */
export function shortValue(measure: Measure, value: number): string {
  return measure.kind === 'time' ? milliseconds(value) : valueText(measure, value);
}

export const unitOf: Readonly<Record<Measure['kind'], string>> = {
  time: 'milliseconds per call',
  bytes: 'bytes used',
};

export const statusWords: Readonly<Record<Exclude<Status, 'ok'>, string>> = {
  wrong: 'wrong',
  failed: 'failed',
  unsupported: 'not supported',
  skipped: 'skipped',
};
