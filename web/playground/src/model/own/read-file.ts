/** A file that was dropped or chosen, read by its ending. */

import {
  FileFault,
  keepOwn,
  MOST_FILE_MEGABYTES,
  type OwnBoxes,
  ownEndings,
  ownFault,
} from './own-data.js';
import { readCsv, readJson } from './read-boxes.js';
import { readGlb, readGltf, readObj } from './read-mesh.js';

async function read(file: File): Promise<OwnBoxes> {
  if (file.size > MOST_FILE_MEGABYTES * 1e6) {
    throw new FileFault(`It is larger than ${MOST_FILE_MEGABYTES} MB.`);
  }
  const ending = file.name.toLowerCase().match(/\.[a-z]+$/)?.[0] ?? '';
  switch (ending) {
    case '.csv':
    case '.txt':
      return readCsv(await file.text());
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

/** True when the file's boxes are there now; else `ownFault` says why not, and what was there stays. */
export async function takeFile(file: File): Promise<boolean> {
  try {
    keepOwn(file.name, await read(file));
    ownFault.value = null;
    return true;
  } catch (error) {
    const why =
      error instanceof FileFault
        ? error.message
        : error instanceof SyntaxError
          ? 'It is not valid JSON.'
          : 'It is damaged, or cut short.';
    ownFault.value = `${file.name} cannot be read. ${why}`;
    return false;
  }
}
