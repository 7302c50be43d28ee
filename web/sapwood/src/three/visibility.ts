/**
 * Predicts which objects the renderer will skip because of `visible` flags or the levels of `LOD`
 * objects.
 */
import { type Camera, type LOD, type Object3D, Vector3 } from 'three';

const eye = /* @__PURE__ */ new Vector3();
const place = /* @__PURE__ */ new Vector3();

type AnyLOD = LOD & { isLOD?: true };

export class Visibility {
  #cameras: readonly Camera[] = [];
  /** For each `LOD`, the level objects that it shows to at least one camera. */
  readonly #shown = new Map<Object3D, ReadonlySet<Object3D>>();

  begin(cameras: readonly Camera[]): void {
    this.#cameras = cameras;
    this.#shown.clear();
  }

  /** Returns whether an object and its ancestors will be visible in the render. */
  isVisible(object: Object3D): boolean {
    for (let one: Object3D | null = object; one !== null; one = one.parent) {
      const lod = one.parent as AnyLOD | null;
      if (lod?.isLOD && lod.autoUpdate && lod.levels.length > 1) {
        const levels = this.#levelsOf(lod);
        if (lod.levels.some((level) => level.object === one)) {
          if (levels.has(one)) continue;
          return false;
        }
      }
      if (!one.visible) return false;
    }
    return true;
  }

  #levelsOf(lod: LOD): ReadonlySet<Object3D> {
    let levels = this.#shown.get(lod);
    if (levels === undefined) {
      levels = shownLevels(lod, this.#cameras);
      this.#shown.set(lod, levels);
    }
    return levels;
  }
}

/**
 * Returns the level objects that `LOD.update` will show when it is called for each camera in turn.
 * Does not change the `LOD`. Because of hysteresis, the result depends on the current level.
 */
function shownLevels(lod: LOD, cameras: readonly Camera[]): ReadonlySet<Object3D> {
  const { levels } = lod;
  const shown = new Set<Object3D>();
  let isShown = (i: number): boolean => levels[i].object.visible;
  for (const camera of cameras) {
    eye.setFromMatrixPosition(camera.matrixWorld);
    place.setFromMatrixPosition(lod.matrixWorld);
    const distance = eye.distanceTo(place) / ((camera as { zoom?: number }).zoom as number);
    let current = 0;
    for (let i = 1; i < levels.length; i += 1) {
      let limit = levels[i].distance;
      if (isShown(i)) limit -= limit * levels[i].hysteresis;
      if (!(distance >= limit)) break;
      current = i;
    }
    shown.add(levels[current].object);
    isShown = (i) => i === current;
  }
  return shown;
}
