/** JSON values, and conversion of objects to table rows. */

import { FileError } from '../../model/own-data.js';

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 32 ? `${text.slice(0, 32)}…` : text;
}

/** Parses a finite number or numeric text. Null and NaN are rejected. */
export function numberIn(value: Json | undefined, place: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'string' && NUMBER.test(value.trim())) return Number(value);
  throw new FileError(`${place}: expected a number, found ${shown(value)}.`);
}

/** Values in an object by path, such as `box.min.x`, from nested objects and short lists. */
export type Members = Map<string, Json>;

const MAX_DEPTH = 5;
const coordinateNames = ['x', 'y', 'z'];

const isPlain = (value: Json) => typeof value !== 'object' || value === null;

/**
 * Whether a list consists of two points with equally many coordinates, such as [[0, 0], [1, 1]].
 */
export function isCorners(list: readonly Json[]): list is readonly [Json[], Json[]] {
  const [low, high] = list;
  if (list.length !== 2 || !isList(low) || !isList(high) || low.length !== high.length)
    return false;
  return [2, 3].includes(low.length) && [...low, ...high].every(isPlain);
}

function addList(members: Members, list: readonly Json[], path: string, depth: number): void {
  if (isCorners(list)) {
    addMembers(members, { min: list[0], max: list[1] }, path, depth + 1);
    return;
  }
  if (!list.every(isPlain)) return;
  if (list.length === 2 || list.length === 3) {
    for (const [i, value] of list.entries()) members.set(`${path}.${coordinateNames[i]}`, value);
  }
  if (list.length === 4 || list.length === 6) {
    for (const [i, value] of list.entries()) members.set(`${path}.${i}`, value);
  }
}

/**
 * Adds the members of `value` and of its nested objects. Omits objects that are nested more than
 * `MAX_DEPTH` levels deep, and lists whose length is not 2, 3, 4 or 6.
 */
export function addMembers(members: Members, value: JsonObject, path = '', depth = 0): Members {
  for (const [key, member] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (isList(member)) addList(members, member, name, depth);
    else if (!isObject(member)) members.set(name, member);
    else if (depth < MAX_DEPTH) addMembers(members, member, name, depth + 1);
  }
  return members;
}
