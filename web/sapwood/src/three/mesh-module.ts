/** Code of meshes, which is loaded on demand. */
import { SapwoodError } from '../errors.js';
import type { TriangleMesh } from '../generated/3d/mesh.js';

type MeshModule = Pick<typeof import('../generated/3d/mesh.js'), 'TriangleMesh'>;

let loading: Promise<void> | undefined;
let loaded: MeshModule | undefined;

/**
 * Loads the code and the WebAssembly module of `sapwood/3d/mesh`. `computeBoundsTree` and `meshOf`
 * need it. A `SceneIndex` loads it by itself when a ray first gets near a mesh with many triangles.
 * Later calls return immediately. After a failure, the next call tries again.
 * @returns Promise that resolves when the module is loaded.
 * @throws SapwoodError `unsupported`, `not-initialized`, as `init` of `sapwood/3d/mesh`
 */
export async function loadMeshes(): Promise<void> {
  loading ??= load();
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

async function load(): Promise<void> {
  const module = await import('../generated/3d/mesh.js');
  await module.init();
  loaded = module;
}

/** Returns the class, or undefined until it is loaded. */
export const meshClass = (): typeof TriangleMesh | undefined => loaded?.TriangleMesh;

/** Returns the class. Throws if it is not loaded. */
export function demandMeshClass(verb: string): typeof TriangleMesh {
  if (loaded !== undefined) return loaded.TriangleMesh;
  throw new SapwoodError('not-initialized', `${verb}: first call \`await loadMeshes()\``);
}
