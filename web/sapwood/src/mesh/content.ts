import * as RESULTS from '../block.js';
import { copyRecords, POINTS, type RecordKind, type Records, recordFault } from '../bulk.js';
import { readBytes } from '../deserialize.js';
import { requireLoaded } from '../entry-modules.js';
import { expected, SapwoodError } from '../errors.js';
import { readCount } from '../inputs.js';
import type { NodeDump } from '../methods/inspect.js';
import { readNodes } from '../methods/read-nodes.js';
import type { OwnedFloat32Array, OwnedUint8Array } from '../owned.js';
import { STATUS_CODES } from '../raw.js';
import { checkedResult } from '../state.js';
import { type NumberView, plainView, trueLength, viewKind } from '../views.js';
import { type PositionsLike, readPositions, readSource, type VertexRange } from './attributes.js';
import { INVALID_INDEX } from './block.js';
import { createMesh, live, type MeshKind, type MeshState } from './mesh-state.js';

const POSITIONS: RecordKind = { ...POINTS, name: 'positions' };

const isInvalid = (result: number): boolean => STATUS_CODES[-result] === 'invalid-argument';

/** Serialized bytes, which the constructor receives instead of options. */
class Bytes {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export function create(mesh: object, kind: MeshKind, source: unknown): MeshState {
  return createMesh(mesh, kind, (state) => {
    if (source instanceof Bytes) load(state, source.bytes);
    else build(state, source);
  });
}

export function deserialize<T>(
  Mesh: new (source: never) => T,
  { home }: MeshKind,
  bytes: unknown,
): T {
  requireLoaded(home, 'deserialize');
  return new Mesh(new Bytes(readBytes(bytes)) as never);
}

function build(state: MeshState, options: unknown): void {
  const { kind, dimensions, core, calls } = state;
  const caller = `new ${kind.className}`;
  const { vertices, indices, method } = readSource(
    options,
    dimensions,
    `${kind.className} options`,
  );
  const count = trueLength(vertices.numbers) / dimensions;
  const indexCount = indices === undefined ? 0 : trueLength(indices);
  const corners = indices === undefined ? count : indexCount;
  if (corners % dimensions !== 0) {
    const [name, got] =
      indices === undefined
        ? ['positions', `${count} vertices`]
        : ['indices', `${indexCount} numbers`];
    const what = `a multiple of ${dimensions}`;
    throw new SapwoodError('invalid-argument', `${name}: expected ${what}, got ${got}`);
  }
  const indexSize = indices === undefined ? 0 : viewKind(indices) === 'Uint16Array' ? 2 : 4;
  const positionBytes = 4 * count * dimensions;
  const address = core.scratch(caller, positionBytes + indexCount * indexSize);
  const records = recordsOf(vertices.numbers, count, dimensions);
  copyRecords(core, records, address);
  if (indices !== undefined) {
    const Target = indexSize === 2 ? Uint16Array : Uint32Array;
    const target = new Target(core.u8.buffer, address + positionBytes, indexCount);
    target.set(plainView(indices, indexCount));
  }
  const result = calls.sapwood_mesh_build(live(state), count, indexCount, indexSize, method);
  if (!isInvalid(result)) {
    checkedResult(caller, result);
    return;
  }
  const position = core.word(RESULTS.fault);
  if (core.f64[state.block + INVALID_INDEX] === 1 && indices !== undefined) {
    const what = `an integer in 0 .. ${count - 1}`;
    throw expected('invalid-argument', `indices[${position}]`, what, indices[position]);
  }
  throw recordFault(records, position);
}

const recordsOf = (numbers: NumberView, count: number, stride: number): Records => ({
  kind: POSITIONS,
  given: numbers,
  numbers,
  count,
  stride,
});

/** Moves the vertices of a range, or all vertices. */
export function update(state: MeshState, positions: PositionsLike, range?: VertexRange): void {
  live(state);
  const { dimensions, core, calls } = state;
  const method = range === undefined ? 'update' : 'updateRange';
  const total = calls.sapwood_mesh_vertex_count(live(state)) >>> 0;
  if (range !== undefined && range.first + range.count > total) {
    const what = `a range within the ${total} vertices of the mesh`;
    throw expected('invalid-argument', 'first and count', what, [range.first, range.count]);
  }
  const vertices = readPositions(positions, dimensions, 'positions', range);
  if (vertices.total !== total) {
    const what = `the ${total} vertices of the mesh`;
    throw expected('invalid-argument', 'positions', what, vertices.total);
  }
  const { first, count } = range ?? { first: 0, count: total };
  const records = recordsOf(vertices.numbers, count, dimensions);
  copyRecords(core, records, core.scratch(method, 4 * count * dimensions));
  const result = calls.sapwood_mesh_update(live(state), first, count);
  if (isInvalid(result)) throw recordFault(records, core.word(RESULTS.fault), first);
  checkedResult(method, result);
}

/** Returns a range of vertices. Throws if a number is not an integer >= 0. */
export function rangeOf(first: number, count: number): VertexRange {
  return { first: readCount(first, 'first'), count: readCount(count, 'count') };
}

export function nodesOf(state: MeshState): NodeDump {
  const count = checkedResult('nodes', state.calls.sapwood_mesh_nodes(live(state)));
  return readNodes(state.core, count, state.dimensions);
}

export function boundsOf(state: MeshState): OwnedFloat32Array {
  const result = state.calls.sapwood_mesh_bounds(live(state));
  return state.core.distances(checkedResult('bounds', result));
}

export function serialize(state: MeshState): OwnedUint8Array {
  const { core, calls } = state;
  checkedResult('serialize', calls.sapwood_mesh_serialize(live(state)));
  const count = core.word(RESULTS.byteCount);
  const start = core.word(RESULTS.bytes);
  const bytes = core.u8.slice(start, start + count);
  core.calls.sapwood_release_results();
  return bytes;
}

function load(state: MeshState, bytes: Uint8Array): void {
  const { core, calls } = state;
  core.stageBytes('deserialize', bytes);
  const result = calls.sapwood_mesh_load(live(state), bytes.length);
  if (STATUS_CODES[-result] === 'bad-data') {
    const what = `deserialize: these bytes are not a serialized ${state.kind.className}, or are damaged`;
    throw new SapwoodError('bad-data', what);
  }
  checkedResult('deserialize', result);
}
