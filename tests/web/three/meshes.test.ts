import { loadMeshes, SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { describe, expect, test, vi } from 'vitest';
import { compare, compareFirst, rayAt } from './compare.ts';
import { RandomValues } from './random-scene.ts';

/**
 * Random scene in which all meshes have trees of their triangles. Its geometries have properties
 * that affect ray casts in three.js, such as groups and draw ranges.
 */
class DenseScene extends RandomValues {
  readonly scene = new THREE.Scene();
  readonly geometries: THREE.BufferGeometry[];

  constructor(seed: number) {
    super(seed);
    const knot = new THREE.TorusKnotGeometry(1, 0.4, 60, 12);
    const sphere = new THREE.SphereGeometry(1, 24, 16);
    sphere.setAttribute('uv1', sphere.attributes.uv.clone());
    this.geometries = [
      knot,
      sphere,
      sphere.toNonIndexed(),
      this.#grouped(sphere.clone()),
      this.#grouped(knot.toNonIndexed()),
      this.#cut(knot.clone()),
      this.#soup(),
      interleaved(knot),
      bare(knot),
    ];
    for (let i = 0; i < 30; i += 1) this.#add();
    this.scene.updateMatrixWorld();
  }

  place(object: THREE.Object3D): void {
    object.position.set(this.between(-6, 6), this.between(-6, 6), this.between(-6, 6));
    object.rotation.set(this.between(-3, 3), this.between(-3, 3), this.between(-3, 3));
    object.scale.set(this.between(0.3, 2), this.between(0.3, 2), this.between(0.3, 2));
    if (this.unit() < 0.2) object.scale.y *= -1;
    if (this.unit() < 0.05) object.scale.z = 1e-3;
  }

  raycaster(): THREE.Raycaster {
    const origin = new THREE.Vector3(this.between(-9, 9), this.between(-9, 9), this.between(-9, 9));
    if (this.unit() < 0.1) origin.multiplyScalar(1000);
    const object = this.oneOf(this.scene.children) as THREE.Mesh;
    const { position } = object.geometry.attributes;
    const target = new THREE.Vector3();
    target.fromBufferAttribute(position, this.below(position.count));
    if (this.unit() < 0.7) target.addScalar(this.between(-0.3, 0.3));
    const direction = target.applyMatrix4(object.matrixWorld).sub(origin).normalize();
    if (this.unit() < 0.1) direction.multiplyScalar(this.between(0.1, 5));
    const raycaster = new THREE.Raycaster(origin, direction);
    if (this.unit() < 0.3) raycaster.near = this.between(0, 9);
    if (this.unit() < 0.3) raycaster.far = raycaster.near + this.between(0, 9);
    return raycaster;
  }

  #add(): void {
    const geometry = this.oneOf(this.geometries);
    const isGrouped = geometry.groups.length > 0 && this.unit() < 0.7;
    const material = isGrouped ? geometry.groups.map(() => this.material()) : this.material();
    const make = this.oneOf([
      () => new THREE.Mesh(geometry, material),
      () => new THREE.Mesh(geometry, material),
      () => this.#instanced(geometry, material),
      () => this.#batched(),
      () => this.#lod(geometry, material),
    ]);
    const object = make();
    this.place(object);
    this.scene.add(object);
  }

  #instanced(geometry: THREE.BufferGeometry, material: THREE.Material | THREE.Material[]) {
    const mesh = new THREE.InstancedMesh(geometry, material, 6);
    const one = new THREE.Object3D();
    for (let i = 0; i < 6; i += 1) {
      this.place(one);
      one.updateMatrix();
      mesh.setMatrixAt(i, one.matrix);
    }
    return mesh;
  }

  #batched(): THREE.BatchedMesh {
    const mesh = new THREE.BatchedMesh(8, 4000, 12_000, this.material());
    const own = [this.geometries[0], this.geometries[1]].map((one) => {
      const copy = one.clone();
      copy.deleteAttribute('uv1');
      return mesh.addGeometry(copy);
    });
    const one = new THREE.Object3D();
    for (let i = 0; i < 8; i += 1) {
      this.place(one);
      one.updateMatrix();
      mesh.setMatrixAt(mesh.addInstance(this.oneOf(own)), one.matrix);
    }
    return mesh;
  }

  #lod(geometry: THREE.BufferGeometry, material: THREE.Material | THREE.Material[]): THREE.LOD {
    const lod = new THREE.LOD() as THREE.LOD & { geometry: THREE.BufferGeometry };
    lod.addLevel(new THREE.Mesh(geometry, material), 0);
    lod.addLevel(new THREE.Mesh(this.geometries[0], this.material()), 6);
    lod.geometry = geometry;
    return lod;
  }

  /** Adds geometry groups that overlap, are unsorted and omit some triangles. */
  #grouped(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
    geometry.clearGroups();
    const { count } = geometry.index ?? geometry.attributes.position;
    const third = 3 * Math.floor(count / 9);
    geometry.addGroup(2 * third, Number.POSITIVE_INFINITY, 1);
    geometry.addGroup(0, third, 0);
    geometry.addGroup(third - 30, 60, 2);
    return geometry;
  }

  #cut(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
    geometry.setDrawRange(300, 900);
    return geometry;
  }

  #soup(): THREE.BufferGeometry {
    const corners = Float32Array.from({ length: 2700 }, () => this.between(-1, 1));
    return new THREE.BufferGeometry().setAttribute(
      'position',
      new THREE.BufferAttribute(corners, 3),
    );
  }
}

function interleaved(source: THREE.BufferGeometry): THREE.BufferGeometry {
  const { position, normal } = source.attributes;
  const array = new Float32Array(6 * position.count);
  for (let i = 0; i < position.count; i += 1) {
    array.set(position.array.slice(3 * i, 3 * i + 3), 6 * i);
    array.set(normal.array.slice(3 * i, 3 * i + 3), 6 * i + 3);
  }
  const buffer = new THREE.InterleavedBuffer(array, 6);
  const geometry = new THREE.BufferGeometry().setIndex(source.index);
  geometry.setAttribute('position', new THREE.InterleavedBufferAttribute(buffer, 3, 0));
  geometry.setAttribute('normal', new THREE.InterleavedBufferAttribute(buffer, 3, 3));
  return geometry;
}

const bare = ({ attributes, index }: THREE.BufferGeometry): THREE.BufferGeometry =>
  new THREE.BufferGeometry().setAttribute('position', attributes.position).setIndex(index);

function countTests(run: () => void): number {
  const { intersectTriangle } = THREE.Ray.prototype;
  let count = 0;
  THREE.Ray.prototype.intersectTriangle = function (...args) {
    count += 1;
    return intersectTriangle.apply(this, args);
  };
  try {
    run();
  } finally {
    THREE.Ray.prototype.intersectTriangle = intersectTriangle;
  }
  return count;
}

describe('ray casts on trees', () => {
  test('return the intersections of three.js with all fields', async () => {
    let hits = 0;
    for (let seed = 1; seed <= 12; seed += 1) {
      const dense = new DenseScene(seed);
      const index = await SceneIndex.create(dense.scene, { meshes: { minTriangles: 100 } });
      await index.buildMeshes();
      for (let i = 0; i < 60; i += 1) {
        const raycaster = dense.raycaster();
        hits += compare(index, dense.scene, raycaster);
        compareFirst(index, dense.scene, raycaster);
      }
      index.dispose();
    }
    expect(hits).toBeGreaterThan(3000);
  });

  test('reduce triangle tests of three.js to less than 1/50', async () => {
    const dense = new DenseScene(20);
    const index = await SceneIndex.create(dense.scene, { meshes: { minTriangles: 100 } });
    const rays = Array.from({ length: 50 }, () => dense.raycaster());
    const cast = () => {
      for (const one of rays) index.raycast(one);
    };
    const before = countTests(cast);
    await index.buildMeshes();
    expect(countTests(cast)).toBeLessThan(before / 50);
    index.dispose();
  });

  test('build requested trees in updates, once per geometry', async () => {
    await loadMeshes();
    const scene = new THREE.Scene();
    const geometry = new THREE.SphereGeometry(1, 64, 32);
    for (let i = 0; i < 20; i += 1) {
      const mesh = new THREE.Mesh(geometry);
      mesh.position.x = 4 * i;
      scene.add(mesh);
    }
    const index = await SceneIndex.create(scene);
    const raycaster = rayAt(0.1, 0.07);
    const cast = () => {
      compare(index, scene, raycaster);
    };
    const three = countTests(() => raycaster.intersectObjects(scene.children));
    index.update();
    expect(countTests(cast) - three).toBe(three);
    index.update();
    expect(countTests(cast) - three).toBeLessThan(three / 100);
    // another mesh shares the geometry, so it uses the same tree immediately
    raycaster.ray.origin.x = 8;
    expect(countTests(cast) - three).toBeLessThan(three / 100);
    index.dispose();
  });

  test('build trees in each update within the budget, but at least one', async () => {
    await loadMeshes();
    const scene = new THREE.Scene();
    for (let i = 0; i < 30; i += 1) scene.add(new THREE.Mesh(new THREE.SphereGeometry(1, 64, 32)));
    const index = await SceneIndex.create(scene, { meshes: { budget: 1e-6 } });
    const raycaster = rayAt(0.1, 0.07);
    const cast = () => {
      index.raycast(raycaster);
    };
    let last = countTests(cast);
    const [first] = scene.children as THREE.Mesh[];
    const triangles = (first.geometry.index as THREE.BufferAttribute).count / 3;
    expect(last).toBe(30 * triangles);
    for (let frame = 0; frame < 30; frame += 1) {
      index.update();
      const count = countTests(cast);
      expect(last - count).toBeGreaterThan(0.9 * triangles);
      expect(last - count).toBeLessThanOrEqual(triangles);
      last = count;
    }
    index.dispose();
  });

  test('use changed positions and indices', async () => {
    const geometry = new THREE.SphereGeometry(1, 32, 16);
    const material = new THREE.MeshBasicMaterial({ side: THREE.DoubleSide });
    const scene = new THREE.Scene().add(new THREE.Mesh(geometry, material));
    const index = await SceneIndex.create(scene);
    await index.buildMeshes();
    const raycaster = rayAt(0.1, 0.07, 9);
    expect(compare(index, scene, raycaster)).toBeGreaterThan(0);

    const { position } = geometry.attributes;
    for (let i = 0; i < position.count; i += 1) position.setX(i, position.getX(i) + 3);
    position.needsUpdate = true;
    geometry.computeBoundingSphere();
    index.update();
    expect(compare(index, scene, raycaster)).toBe(0);
    raycaster.ray.origin.x = 3;
    expect(countTests(() => compare(index, scene, raycaster))).toBeLessThan(1100);

    // replaces the triangles by those of the other hemisphere
    const source = geometry.index as THREE.BufferAttribute;
    geometry.setIndex(new THREE.BufferAttribute(source.array.slice(0, 1200), 1));
    index.update();
    compare(index, scene, raycaster);
    index.update();
    compare(index, scene, raycaster);

    geometry.setIndex(new THREE.BufferAttribute(source.array.slice().reverse(), 1));
    for (let frame = 0; frame < 2; frame += 1) {
      index.update();
      expect(compare(index, scene, raycaster)).toBeGreaterThan(0);
    }

    geometry.setAttribute('position', new THREE.SphereGeometry(2, 32, 16).attributes.position);
    geometry.computeBoundingSphere();
    raycaster.ray.origin.x = 0.1;
    for (let frame = 0; frame < 3; frame += 1) {
      index.update();
      compare(index, scene, raycaster);
    }
    index.dispose();
  });

  test('return the intersections of three.js for posed meshes and geometries without a tree', async () => {
    const scene = new THREE.Scene();
    const broken = new THREE.SphereGeometry(1, 32, 16);
    broken.attributes.position.setX(40, Number.NaN);
    const odd = new THREE.SphereGeometry(1, 32, 16);
    odd.setDrawRange(1, 600);
    const morphed = new THREE.SphereGeometry(1, 32, 16);
    morphed.morphAttributes.position = [new THREE.SphereGeometry(3, 32, 16).attributes.position];
    const posed = new THREE.Mesh(morphed);
    posed.morphTargetInfluences?.fill(0.5);
    const own = new THREE.Mesh(new THREE.SphereGeometry(1, 32, 16));
    own.getVertexPosition = (i, target) =>
      target.fromBufferAttribute(own.geometry.attributes.position, i).multiplyScalar(0.5);
    scene.add(new THREE.Mesh(broken), new THREE.Mesh(odd), posed, own);
    const index = await SceneIndex.create(scene);
    await index.buildMeshes();
    // hides the error that three.js prints about the bounding sphere of a geometry with NaN
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let hits = 0;
    for (let i = 0; i < 50; i += 1) {
      hits += compare(index, scene, rayAt(0.02 * i, 0.01 * i, 9));
    }
    expect(hits).toBeGreaterThan(50);
    silent.mockRestore();
    index.dispose();
  });

  test('find hits at corners of triangles whose positions are not in float32', async () => {
    const random = new RandomValues(5);
    const corners = Int16Array.from({ length: 1800 }, () =>
      Math.floor(65_000 * random.unit() - 32_500),
    );
    const geometry = new THREE.BufferGeometry();
    const position = new THREE.BufferAttribute(corners, 3, true);
    geometry.setAttribute('position', position);
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
    const scene = new THREE.Scene().add(mesh);
    const index = await SceneIndex.create(scene);
    await index.buildMeshes();
    let hits = 0;
    for (let i = 0; i < position.count; i += 1) {
      hits += compare(index, scene, rayAt(position.getX(i), position.getY(i)));
    }
    expect(hits).toBeGreaterThan(1000);
    index.dispose();
  });

  test('return the first of several hits at equal distance, in the order of three.js', async () => {
    const scene = new THREE.Scene();
    const plane = new THREE.PlaneGeometry(2, 2, 16, 16);
    // a geometry whose box begins before the box of the plane along the ray
    const deep = plane.clone();
    deep.attributes.position.setZ(0, 3);
    deep.computeBoundingSphere();
    const crowd = new THREE.InstancedMesh(plane, new THREE.MeshBasicMaterial(), 3);
    const turned = new THREE.Matrix4().makeScale(1, 1, 3);
    for (let i = 0; i < 3; i += 1) crowd.setMatrixAt(i, turned);
    scene.add(new THREE.Mesh(plane), crowd, new THREE.Mesh(deep));
    const raycaster = rayAt(0.3, 0.21, 9);
    for (let turn = 0; turn < 3; turn += 1) {
      const index = await SceneIndex.create(scene);
      await index.buildMeshes();
      expect(compare(index, scene, raycaster)).toBe(5);
      compareFirst(index, scene, raycaster);
      index.dispose();
      scene.children.push(scene.children.shift() as THREE.Object3D);
    }
  });

  test('use geometries that are added or replaced in batched meshes', async () => {
    const mesh = new THREE.BatchedMesh(4, 9000, 30_000, new THREE.MeshBasicMaterial());
    const first = mesh.addGeometry(new THREE.SphereGeometry(1, 32, 16));
    mesh.addInstance(first);
    mesh.setMatrixAt(0, new THREE.Matrix4());
    const scene = new THREE.Scene().add(mesh);
    const index = await SceneIndex.create(scene);
    const raycaster = rayAt(0.1, 0.07, 9);
    await index.buildMeshes();
    expect(compare(index, scene, raycaster)).toBeGreaterThan(0);
    mesh.setGeometryAt(first, new THREE.SphereGeometry(0.5, 32, 16));
    index.update();
    compare(index, scene, raycaster);
    await index.buildMeshes();
    expect(compare(index, scene, raycaster)).toBeGreaterThan(0);
    const second = mesh.addGeometry(new THREE.TorusGeometry(1, 0.4, 16, 32));
    mesh.addInstance(second);
    mesh.setMatrixAt(1, new THREE.Matrix4());
    raycaster.ray.origin.x = 1;
    for (let frame = 0; frame < 3; frame += 1) {
      index.update();
      expect(compare(index, scene, raycaster)).toBeGreaterThan(0);
      await index.buildMeshes();
    }
    index.dispose();
  });

  test('can be turned off', async () => {
    const scene = new THREE.Scene().add(new THREE.Mesh(new THREE.SphereGeometry(1, 64, 32)));
    const index = await SceneIndex.create(scene, { meshes: false });
    await index.buildMeshes();
    const raycaster = rayAt(0.1, 0.07);
    expect(countTests(() => index.raycast(raycaster))).toBeGreaterThan(3000);
    index.dispose();
  });
});
