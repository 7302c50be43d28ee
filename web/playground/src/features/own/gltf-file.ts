/** Validation of glTF 2.0 files, and removal of data that does not affect positions. */

import { FileError } from '../../model/own-data.js';

interface Primitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly mode?: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Node {
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Accessor {
  readonly bufferView?: number;
  readonly sparse?: unknown;
  readonly type?: string;
  readonly min?: readonly number[];
  readonly max?: readonly number[];
}

export interface Gltf {
  readonly asset?: { readonly version?: string };
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly Node[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[] }[];
  readonly accessors?: readonly Accessor[];
  readonly buffers?: readonly { readonly uri?: string }[];
  readonly extensionsUsed?: readonly string[];
  readonly extensionsRequired?: readonly string[];
}

const DRACO = 'KHR_draco_mesh_compression';
const INSTANCING = 'EXT_mesh_gpu_instancing';
const MESHOPT = /^(EXT|KHR)_meshopt_compression$/;

/** Extensions that are supported or do not affect positions. */
const harmless =
  /^(KHR_mesh_quantization|EXT_mesh_gpu_instancing|(KHR|ADOBE|EXT)_(materials|texture|lights|animation|xmp|node|lod)_.*|KHR_audio.*|MSFT_.*|FB_.*|KHR_techniques_webgl|EXT_texture.*)$/;

function checkExtensions({ extensionsRequired = [], extensionsUsed = [] }: Gltf): void {
  if (extensionsUsed.some((name) => MESHOPT.test(name))) {
    throw new FileError('glTF: meshopt compression is not supported. Save the file without it.');
  }
  if (extensionsRequired.includes(DRACO)) {
    throw new FileError('glTF: Draco compression is not supported. Save the file without it.');
  }
  const unknown = extensionsRequired.filter((name) => !harmless.test(name));
  if (unknown.length === 0) return;
  throw new FileError(`glTF: the file requires ${unknown.join(', ')}, which is not supported.`);
}

const TRIANGLES = 4;

function checkMeshes({ accessors = [], meshes = [], nodes = [] }: Gltf): void {
  for (const { primitives } of meshes) {
    for (const { attributes } of primitives) {
      const position = attributes.POSITION;
      if (position === undefined || accessors[position]) continue;
      throw new FileError(`glTF: the file refers to accessor ${position}, which does not exist.`);
    }
  }
  for (const [i, { extensions, mesh }] of nodes.entries()) {
    if (mesh !== undefined && !meshes[mesh]) {
      throw new FileError(`glTF: node ${i} refers to mesh ${mesh}, which does not exist.`);
    }
    const primitives = meshes[mesh ?? -1]?.primitives ?? [];
    const isThin = primitives.some(({ mode = TRIANGLES }) => mode < TRIANGLES);
    if (extensions?.[INSTANCING] && isThin) {
      throw new FileError('glTF: instances of lines and points are not supported.');
    }
  }
}

/** Checks that the hierarchy of nodes consists of trees; returns their roots. */
function rootsOf({ nodes = [] }: Gltf): number[] {
  const parents = new Map<number, number>();
  for (const [parent, { children = [] }] of nodes.entries()) {
    for (const child of children) {
      if (!nodes[child])
        throw new FileError(`glTF: the file refers to node ${child}, which does not exist.`);
      if (parents.has(child)) throw new FileError(`glTF: node ${child} has two parents.`);
      parents.set(child, parent);
    }
  }
  const roots = [...nodes.keys()].filter((node) => !parents.has(node));
  let reached = 0;
  for (const next = [...roots]; next.length > 0; reached++) {
    next.push(...(nodes[next.pop() as number].children ?? []));
  }
  if (reached < nodes.length) throw new FileError('glTF: a node is its own descendant.');
  return roots;
}

/** Rejects a primitive with Draco compression, unless its positions are also stored uncompressed. */
function withoutDraco(primitive: Primitive, { accessors = [] }: Gltf): Primitive {
  if (!primitive.extensions?.[DRACO]) return primitive;
  const position = accessors[primitive.attributes.POSITION];
  if (position?.bufferView === undefined && !position?.sparse) {
    throw new FileError('glTF: Draco compression is not supported. Save the file without it.');
  }
  return primitive;
}

/**
 * Removes the material, the extensions, and all attributes except positions, joints and weights.
 */
function bare(primitive: Primitive, gltf: Gltf) {
  const { attributes, extensions, ...rest } = withoutDraco(primitive, gltf);
  const kept = Object.entries(attributes).filter(([name]) =>
    /^(POSITION|JOINTS_|WEIGHTS_)/.test(name),
  );
  return { ...rest, attributes: Object.fromEntries(kept), material: undefined };
}

/**
 * Adds zero bounds to an accessor that has no bounds, because the loader warns about it. The bounds
 * are not used.
 */
function withBounds(accessor: Accessor): Accessor {
  const none = [0, 0, 0];
  return accessor.type === 'VEC3' ? { min: none, max: none, ...accessor } : accessor;
}

/** Reduces a file to the nodes of one scene and their positions. */
export function prepared(gltf: Gltf): Gltf {
  if (!/^2\./.test(String(gltf.asset?.version ?? '2.0'))) {
    throw new FileError(`glTF: version ${gltf.asset?.version} is not supported, only 2.0.`);
  }
  checkExtensions(gltf);
  checkMeshes(gltf);
  const roots = rootsOf(gltf);
  const { nodes = [], scene = 0, scenes } = gltf;
  const shown = scenes?.length ? scenes[scene] : { nodes: roots };
  if (!shown) throw new FileError(`glTF: the file refers to scene ${scene}, which does not exist.`);
  const missing = shown.nodes?.find((node) => !nodes[node]);
  if (missing !== undefined) throw new FileError(`glTF: there is no node ${missing}.`);
  return {
    ...gltf,
    ...{ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [...new Set(shown.nodes)] }] },
    ...{ materials: undefined, textures: undefined, images: undefined, animations: undefined },
    ...{ cameras: undefined, samplers: undefined },
    accessors: (gltf.accessors ?? []).map(withBounds),
    extensionsUsed: (gltf.extensionsUsed ?? []).filter((name) => name !== DRACO),
    meshes: (gltf.meshes ?? []).map((mesh) => ({
      ...mesh,
      primitives: mesh.primitives
        .filter(({ attributes }) => attributes.POSITION !== undefined)
        .map((primitive) => bare(primitive, gltf)),
    })),
    nodes: nodes.map((node) => ({ ...node, camera: undefined })),
  };
}
