import * as BLOCK from '../block.js';
import type { IndexState } from '../core.js';
import { SapwoodError } from '../errors.js';
import { codeCount, decodeOption, type OptionValue } from '../options.js';
import type { OwnedUint8Array } from '../owned.js';
import { STATUS_CODES } from '../raw.js';
import { checkedResult, live, requireCapability } from '../state.js';

export function serialize(state: IndexState): OwnedUint8Array {
  live(state);
  requireCapability(state, 'serialize', 'serialize');
  checkedResult('serialize', state.core.calls.sapwood_serialize(state.address));
  const count = state.core.word(BLOCK.byteCount);
  const bytes = new Uint8Array(count + state.core.word(BLOCK.tailCount));
  const [start, tail] = [state.core.word(BLOCK.bytes), state.core.word(BLOCK.tail)];
  bytes.set(state.core.u8.subarray(start, start + count));
  bytes.set(state.core.u8.subarray(tail, tail + bytes.length - count), count);
  return bytes;
}

// byte position of the length of the tail, the last part of the serialized bytes
const TAIL_AT = 36;

/** Replaces the content and the options of an index by those in serialized bytes. */
export function load(state: IndexState, bytes: Uint8Array): void {
  // not checked here, because the core checks the tail and the part before it
  const tail = new DataView(bytes.buffer, bytes.byteOffset).getUint32(TAIL_AT, true);
  const split = Math.max(0, bytes.length - tail);
  state.core.stageBytes('deserialize', bytes.subarray(0, split));
  state.core.stageTail('deserialize', bytes.subarray(split));
  const result = state.core.calls.sapwood_load(live(state), split);
  if (STATUS_CODES[-result] === 'bad-data') {
    throw new SapwoodError('bad-data', 'deserialize: these bytes are damaged');
  }
  checkedResult('deserialize', result);
}

export function readOptions(state: IndexState): Readonly<Record<string, OptionValue>> {
  checkedResult('deserialize', state.core.calls.sapwood_options(live(state)));
  const specs = state.kind.options;
  state.core.refresh();
  let start = state.core.word(BLOCK.options) >>> 3;
  const values: Record<string, OptionValue> = {};
  for (const spec of specs) {
    const from = start;
    values[spec.name] = decodeOption(spec, state.dimensions, (at) => state.core.f64[from + at]);
    start += codeCount(spec);
  }
  return Object.freeze(values);
}
