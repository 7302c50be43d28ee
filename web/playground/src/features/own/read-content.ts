/** Reads a file by its extension. Mesh readers load on demand. */

import { FileError, type OwnBoxes, ownEndings } from '../../model/own-data.js';
import { readJson } from './read-boxes.js';
import { type Progress, readCsv } from './read-csv.js';

/** Decodes UTF-8, or UTF-16 with a byte order mark. */
async function textOf(file: File): Promise<string> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return decoded(file, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(file, 'utf-16be');
  return file.text();
}

async function decoded(file: File, encoding: string): Promise<string> {
  return new TextDecoder(encoding).decode(await file.arrayBuffer());
}

interface ReadOptions {
  /** Id of an interpretation. By default, the most likely interpretation is used. */
  readonly reading?: string | undefined;
  readonly progress?: Progress | undefined;
}

export async function readContent(
  file: File,
  { progress, reading }: ReadOptions = {},
): Promise<OwnBoxes> {
  const ending = file.name.toLowerCase().match(/\.[a-z]+$/)?.[0] ?? '';
  switch (ending) {
    case '.csv':
    case '.tsv':
    case '.txt':
      return readCsv(await textOf(file), progress, reading);
    case '.json':
    case '.geojson':
      return readJson(JSON.parse(await textOf(file)), reading);
    case '.obj':
      return (await import('./read-obj.js')).readObj(await textOf(file));
    case '.ply':
      return (await import('./read-scans.js')).readPly(await file.arrayBuffer());
    case '.stl':
      return (await import('./read-scans.js')).readStl(await file.arrayBuffer());
    case '.gltf':
      return (await import('./read-gltf.js')).readGltf(JSON.parse(await textOf(file)));
    case '.glb':
      return (await import('./read-gltf.js')).readGlb(await file.arrayBuffer());
    default:
      throw new FileError(
        `This file type is not supported. Open a file that ends in ${ownEndings.join(', ')}.`,
      );
  }
}
