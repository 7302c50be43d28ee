/** Boxes from surfaces: one around each triangle of a Wavefront OBJ or a glTF 2.0 file. */

import { BoxList, FileFault, type OwnBoxes } from '../../model/own-data.js';

class Triangles {
  private readonly list = new BoxList(3);
  private count = 0;

  /** `corners` are nine numbers. */
  add(corners: readonly number[]): void {
    const box = [0, 1, 2].map((d) => Math.min(corners[d], corners[d + 3], corners[d + 6]));
    const high = [0, 1, 2].map((d) => Math.max(corners[d], corners[d + 3], corners[d + 6]));
    this.list.add([...box, ...high], `Triangle ${++this.count}`);
  }

  get boxes(): OwnBoxes {
    if (this.count === 0) throw new FileFault('The file has no triangles.');
    return this.list.boxes;
  }
}

/** Faces with more corners are cut into fans. */
export function readObj(text: string): OwnBoxes {
  const points: number[][] = [];
  const triangles = new Triangles();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [kind, ...words] = line.trim().split(/\s+/);
    if (kind === 'v') points.push(words.slice(0, 3).map(Number));
    if (kind !== 'f') continue;
    const face = words.map((word) => {
      const at = Number.parseInt(word, 10);
      const point = points[at < 0 ? points.length + at : at - 1];
      if (!point) throw new FileFault(`Line ${i + 1}: there is no vertex ${word}.`);
      return point;
    });
    for (let corner = 2; corner < face.length; corner++) {
      triangles.add([...face[0], ...face[corner - 1], ...face[corner]]);
    }
  }
  return triangles.boxes;
}

interface Accessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: string;
}

interface Primitive {
  readonly attributes: { readonly POSITION?: number };
  readonly indices?: number;
  readonly mode?: number;
}

interface GltfNode {
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}

interface Gltf {
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[] }[];
  readonly accessors?: readonly Accessor[];
  readonly bufferViews?: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteStride?: number;
  }[];
  readonly buffers?: readonly { readonly uri?: string }[];
}

/** Column by column. */
type Matrix = readonly number[];
const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function product(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += a[(i % 4) + 4 * k] * b[4 * Math.floor(i / 4) + k];
    return sum;
  });
}

/** Translation, rotation (a quaternion) and scale of a node. */
function matrixOf({ matrix, translation, rotation, scale }: GltfNode): Matrix {
  if (matrix) return matrix;
  const [tx, ty, tz] = translation ?? [0, 0, 0];
  const [x, y, z, w] = rotation ?? [0, 0, 0, 1];
  const [sx, sy, sz] = scale ?? [1, 1, 1];
  const right = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0];
  const up = [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0];
  const back = [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0];
  const scaled = (column: readonly number[], by: number) => column.map((value) => value * by);
  return [...scaled(right, sx), ...scaled(up, sy), ...scaled(back, sz), tx, ty, tz, 1];
}

const readers: Readonly<
  Record<number, readonly [bytes: number, read: keyof DataView & `get${string}`]>
> = {
  5121: [1, 'getUint8'],
  5123: [2, 'getUint16'],
  5125: [4, 'getUint32'],
  5126: [4, 'getFloat32'],
};
const TRIANGLES = 4;
const DEEPEST_NODE = 64;

class GltfReader {
  private readonly triangles = new Triangles();

  constructor(
    private readonly gltf: Gltf,
    private readonly buffers: readonly DataView[],
  ) {}

  read(): OwnBoxes {
    const { nodes = [], scene = 0, scenes } = this.gltf;
    const roots = scenes?.[scene]?.nodes ?? nodes.keys();
    for (const root of roots) this.addNode(root, identity, 0);
    return this.triangles.boxes;
  }

  private addNode(at: number, above: Matrix, depth: number): void {
    const node = this.gltf.nodes?.[at];
    if (!node || depth > DEEPEST_NODE) throw new FileFault(`glTF: node ${at} cannot be reached.`);
    const matrix = product(above, matrixOf(node));
    const mesh = node.mesh === undefined ? undefined : this.gltf.meshes?.[node.mesh];
    for (const primitive of mesh?.primitives ?? []) this.addPrimitive(primitive, matrix);
    for (const child of node.children ?? []) this.addNode(child, matrix, depth + 1);
  }

  private addPrimitive({ attributes, indices, mode }: Primitive, m: Matrix): void {
    if (attributes.POSITION === undefined || (mode ?? TRIANGLES) !== TRIANGLES) return;
    const flat = this.numbers(attributes.POSITION, 3);
    const points: number[][] = [];
    for (let i = 0; i < flat.length; i += 3) {
      const [x, y, z] = flat.slice(i, i + 3);
      points.push([0, 1, 2].map((d) => m[d] * x + m[d + 4] * y + m[d + 8] * z + m[d + 12]));
    }
    const order = indices === undefined ? [...points.keys()] : this.numbers(indices, 1);
    for (let i = 0; i + 2 < order.length; i += 3) {
      const corners = [order[i], order[i + 1], order[i + 2]].map((at) => points[at]);
      if (corners.includes(undefined as never)) throw new FileFault('glTF: an index is too large.');
      this.triangles.add(corners.flat());
    }
  }

  private numbers(at: number, parts: number): number[] {
    const accessor = this.gltf.accessors?.[at];
    const view = this.gltf.bufferViews?.[accessor?.bufferView ?? -1];
    const reader = readers[accessor?.componentType ?? 0];
    if (!accessor || !view || !reader) {
      throw new FileFault('glTF: positions are compressed or sparse, which is not read here.');
    }
    const [bytes, read] = reader;
    const stride = view.byteStride ?? bytes * parts;
    const start = (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0);
    const data = this.buffers[view.buffer];
    const values: number[] = [];
    for (let i = 0; i < accessor.count; i++) {
      for (let part = 0; part < parts; part++) {
        const value = (data[read] as (at: number, little: boolean) => number).call(
          data,
          start + i * stride + part * bytes,
          true,
        );
        values.push(value);
      }
    }
    return values;
  }
}

function bytesOfUri(uri: string | undefined): DataView {
  const text = uri?.match(/^data:[^,]*;base64,(.*)$/)?.[1];
  if (text === undefined) {
    throw new FileFault('glTF: its buffers are files of their own; save it as .glb, or embedded.');
  }
  return new DataView(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)).buffer);
}

export function readGltf(root: unknown): OwnBoxes {
  const gltf = root as Gltf;
  return new GltfReader(
    gltf,
    (gltf.buffers ?? []).map(({ uri }) => bytesOfUri(uri)),
  ).read();
}

const GLB_MAGIC = 0x46546c67;
const GLB_HEADER = 12;
const CHUNK_HEADER = 8;

/** The binary container: a chunk of JSON, then one of bytes. */
export function readGlb(bytes: ArrayBuffer): OwnBoxes {
  const view = new DataView(bytes);
  if (bytes.byteLength < GLB_HEADER + CHUNK_HEADER || view.getUint32(0, true) !== GLB_MAGIC) {
    throw new FileFault('This is not a binary glTF file.');
  }
  const length = view.getUint32(GLB_HEADER, true);
  const start = GLB_HEADER + CHUNK_HEADER;
  const text = new TextDecoder().decode(new Uint8Array(bytes, start, length));
  const gltf = JSON.parse(text) as Gltf;
  const data = start + length + CHUNK_HEADER;
  const own = data <= bytes.byteLength ? new DataView(bytes, data) : new DataView(bytes, 0, 0);
  const buffers = (gltf.buffers ?? []).map(({ uri }) =>
    uri === undefined ? own : bytesOfUri(uri),
  );
  return new GltfReader(gltf, buffers).read();
}
