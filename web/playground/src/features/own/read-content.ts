/** What a file holds, by its ending. */

import { FileFault, MOST_FILE_MEGABYTES, type OwnBoxes, ownEndings } from '../../model/own-data.js';
import { readJson } from './read-boxes.js';
import { type Progress, readCsv } from './read-csv.js';
import { readGlb, readGltf, readObj } from './read-mesh.js';

/** Before anything is read. */
export function checkSize({ size }: File): void {
  if (size > MOST_FILE_MEGABYTES * 1e6) {
    throw new FileFault(`It is larger than ${MOST_FILE_MEGABYTES} MB.`);
  }
}

export async function readContent(file: File, progress?: Progress): Promise<OwnBoxes> {
  const ending = file.name.toLowerCase().match(/\.[a-z]+$/)?.[0] ?? '';
  switch (ending) {
    case '.csv':
    case '.txt':
      return readCsv(await file.text(), progress);
    case '.json':
    case '.geojson':
      return readJson(JSON.parse(await file.text()));
    case '.obj':
      return readObj(await file.text());
    case '.gltf':
      return readGltf(JSON.parse(await file.text()));
    case '.glb':
      return readGlb(await file.arrayBuffer());
    default:
      throw new FileFault(`Files that end in ${ownEndings.join(', ')} can be read here.`);
  }
}

/** Why a file could not be read, for the visitor. */
export function faultOf(error: unknown): string {
  if (error instanceof FileFault) return error.message;
  return error instanceof SyntaxError ? 'It is not valid JSON.' : 'It is damaged, or cut short.';
}
