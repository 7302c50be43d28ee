import { SapwoodError } from '../errors.js';
import type { TriangleMesh } from '../generated/3d/mesh.js';

type MeshModule = Pick<typeof import('../generated/3d/mesh.js'), 'TriangleMesh'>;

let loading: Promise<void> | undefined;
let loaded: MeshModule | undefined;

/**
 * Loads the code and the WebAssembly module of `sapwood/3d/mesh`, which `computeBoundsTree` and
 * `meshOf` require. A `SceneIndex` loads the module when a ray first passes near a large mesh. If
 * the module is already loaded, the call returns immediately. If loading failed, the next call
 * tries again.
 * @returns Promise that resolves when the module is loaded.
 * @throws SapwoodError `unsupported`, `not-initialized`, from `init` of `sapwood/3d/mesh`
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

export const meshClass = (): typeof TriangleMesh | undefined => loaded?.TriangleMesh;

export function requireMeshClass(method: string): typeof TriangleMesh {
  if (loaded !== undefined) return loaded.TriangleMesh;
  throw new SapwoodError('not-initialized', `${method}: first call \`await loadMeshes()\``);
}
