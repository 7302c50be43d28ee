/** Boxes from a glTF 2.0 file, read by the loader of three.js. */

import { Group } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { FileError, type OwnBoxes } from '../../model/own-data.js';
import { CornerBoxes } from './corner-boxes.js';
import { addScene } from './geometry-boxes.js';
import { type Gltf, prepared } from './gltf-file.js';

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

function bytesOfUri(uri: string): Uint8Array {
  const [, isBase64, data] = uri.match(/^data:[^,]*?(;base64)?,(.*)$/s) ?? [];
  if (data === undefined) {
    throw new FileError(
      'glTF: its buffers are in separate files. Save it as .glb or with embedded buffers.',
    );
  }
  if (!isBase64) return new TextEncoder().encode(decodeURIComponent(data));
  return Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0));
}

function buffersOf(gltf: Gltf, binary: Uint8Array | null): Uint8Array[] {
  return (gltf.buffers ?? []).map(({ uri }, i) => {
    if (uri !== undefined) return bytesOfUri(uri);
    if (i === 0 && binary) return binary;
    throw new FileError(`glTF: the bytes of buffer ${i} are missing.`);
  });
}

async function read(gltf: Gltf, binary: Uint8Array | null): Promise<OwnBoxes> {
  const buffers = buffersOf(gltf, binary);
  const loader = new GLTFLoader();
  loader.register((parser) => {
    // the buffers are already in memory
    parser.loadBuffer = (i: number) => Promise.resolve(buffers[i].slice().buffer as ArrayBuffer);
    return { name: 'own-buffers' };
  });
  const { scene } = await loader.parseAsync(prepared(gltf) as unknown as ArrayBuffer, '');
  const boxes = new CornerBoxes();
  addScene(boxes, scene ?? new Group());
  return boxes.boxes;
}

export function readGltf(root: unknown): Promise<OwnBoxes> {
  return read(root as Gltf, null);
}

/** Returns the chunks of a binary file by type. */
function chunksOf(bytes: ArrayBuffer): Map<number, Uint8Array> {
  const view = new DataView(bytes);
  const chunks = new Map<number, Uint8Array>();
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.byteLength; ) {
    const length = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    at += CHUNK_HEADER_BYTES;
    if (at + length > bytes.byteLength) throw new FileError('glTF: the file is truncated.');
    if (!chunks.has(kind)) chunks.set(kind, new Uint8Array(bytes, at, length));
    at += length;
  }
  return chunks;
}

/** Reads the binary container: a JSON chunk, then a binary chunk. */
export async function readGlb(bytes: ArrayBuffer): Promise<OwnBoxes> {
  const isShort = bytes.byteLength < HEADER_BYTES + CHUNK_HEADER_BYTES;
  if (isShort || new DataView(bytes).getUint32(0, true) !== GLB_MAGIC) {
    throw new FileError('This is not a binary glTF file.');
  }
  const version = new DataView(bytes).getUint32(4, true);
  if (version === 1) throw new FileError('glTF: version 1 is not supported, only 2.');
  const chunks = chunksOf(bytes);
  const text = chunks.get(JSON_CHUNK);
  if (!text) throw new FileError('glTF: the file has no JSON.');
  const gltf = JSON.parse(new TextDecoder().decode(text)) as Gltf;
  return read(gltf, chunks.get(BINARY_CHUNK) ?? null);
}
