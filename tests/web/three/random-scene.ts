/** Random scenes with all types of objects, for comparisons with three.js. */
import { Mulberry32 } from 'scenes';
import * as THREE from 'three';

export class RandomValues extends Mulberry32 {
  between(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  within(half: number): number {
    return this.between(-half, half);
  }

  oneOf<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  material(): THREE.Material {
    const side = this.oneOf([THREE.FrontSide, THREE.BackSide, THREE.DoubleSide] as const);
    return new THREE.MeshBasicMaterial({ side, transparent: this.unit() < 0.3 });
  }
}

export class RandomScene extends RandomValues {
  readonly scene = new THREE.Scene();
  readonly objects: THREE.Object3D[] = [];
  readonly size: number;
  readonly #geometries: THREE.BufferGeometry[];

  constructor(seed: number, count: number, size = 20) {
    super(seed);
    this.size = size;
    const soup = new THREE.BufferGeometry();
    const corners = Float32Array.from({ length: 90 }, () => this.between(-1, 1));
    soup.setAttribute('position', new THREE.BufferAttribute(corners, 3));
    const grouped = new THREE.BoxGeometry(1, 2, 1);
    this.#geometries = [new THREE.SphereGeometry(1, 8, 6), grouped, soup, morphed()];
    for (let i = 0; i < count; i += 1) this.add();
    this.scene.updateMatrixWorld();
  }

  add(): THREE.Object3D {
    const object = this.oneOf([
      () => this.#mesh(),
      () => this.#mesh(),
      () => this.#instanced(),
      () => this.#batched(),
      () => this.#skinned(),
      () => new THREE.Points(this.oneOf(this.#geometries.slice(0, 3)), new THREE.PointsMaterial()),
      () => this.#line(),
      () => this.#sprite(),
      () => this.#lod(),
      () => new THREE.Group(),
    ])();
    this.place(object);
    if (this.unit() < 0.15) object.layers.set(1);
    if (this.unit() < 0.1) object.visible = false;
    const parent = this.unit() < 0.3 ? this.oneOf(this.objects) : undefined;
    (parent ?? this.scene).add(object);
    this.objects.push(object);
    return object;
  }

  place(object: THREE.Object3D): void {
    const half = object.parent === null || object.parent === this.scene ? this.size : 4;
    object.position.set(this.within(half), this.within(half), this.within(half));
    object.rotation.set(this.within(3), this.within(3), this.within(3));
    object.scale.set(this.between(0.5, 2), this.between(0.5, 2), this.between(0.5, 2));
    if (this.unit() < 0.1) object.scale.x *= -1;
  }

  /** Returns a raycaster with random `near` and `far`, from inside or outside of the scene. */
  raycaster(camera: THREE.Camera): THREE.Raycaster {
    const origin = new THREE.Vector3();
    const half = this.unit() < 0.2 ? 50 * this.size : 1.5 * this.size;
    origin.set(this.within(half), this.within(half), this.within(half));
    const toward = new THREE.Vector3(this.within(1), this.within(1), this.within(1));
    const target = this.oneOf(this.objects);
    const direction = toward.applyMatrix4(target.matrixWorld).sub(origin).normalize();
    if (this.unit() < 0.1) direction.set(0, 0, this.unit() < 0.5 ? -1 : 1);
    const raycaster = new THREE.Raycaster(origin, direction);
    if (this.unit() < 0.3) raycaster.near = this.between(0, this.size);
    if (this.unit() < 0.3) raycaster.far = raycaster.near + this.between(0, 2 * this.size);
    if (this.unit() < 0.3) raycaster.layers.set(1);
    if (this.unit() < 0.3) raycaster.layers.enableAll();
    raycaster.params.Points.threshold = this.between(0, 1);
    raycaster.params.Line.threshold = this.between(0, 1);
    raycaster.camera = camera;
    return raycaster;
  }

  #mesh(): THREE.Mesh {
    const geometry = this.oneOf(this.#geometries);
    const isGrouped = geometry.groups.length > 0 && this.unit() < 0.5;
    const material = isGrouped ? geometry.groups.map(() => this.material()) : this.material();
    const mesh = new THREE.Mesh<THREE.BufferGeometry, THREE.Material | THREE.Material[]>(
      geometry,
      material,
    );
    mesh.morphTargetInfluences?.fill(this.unit());
    return mesh;
  }

  #matrix(half: number): THREE.Matrix4 {
    const object = new THREE.Object3D();
    object.position.set(this.within(half), this.within(half), this.within(half));
    object.rotation.set(this.within(3), this.within(3), this.within(3));
    object.scale.setScalar(this.between(0.2, 1));
    object.updateMatrix();
    return object.matrix;
  }

  matrix(): THREE.Matrix4 {
    return this.#matrix(8);
  }

  #instanced(): THREE.InstancedMesh {
    const geometry = this.oneOf(this.#geometries.slice(0, 3));
    const count = Math.floor(this.between(1, 30));
    const mesh = new THREE.InstancedMesh(geometry, this.material(), count);
    for (let i = 0; i < count; i += 1) {
      mesh.setMatrixAt(i, this.#matrix(8));
      mesh.setColorAt(i, new THREE.Color(this.unit(), this.unit(), this.unit()));
    }
    if (this.unit() < 0.2) mesh.count = Math.floor(count / 2);
    return mesh;
  }

  #batched(): THREE.BatchedMesh {
    const count = Math.floor(this.between(2, 20));
    const mesh = new THREE.BatchedMesh(count, 1000, 3000, this.material());
    const sources = [this.#geometries[0], this.#geometries[1]].map((one) => mesh.addGeometry(one));
    for (let i = 0; i < count; i += 1) {
      const id = mesh.addInstance(this.oneOf(sources));
      mesh.setMatrixAt(id, this.#matrix(8));
      if (this.unit() < 0.1) mesh.setVisibleAt(id, false);
    }
    if (this.unit() < 0.5) mesh.deleteInstance(1);
    return mesh;
  }

  #skinned(): THREE.SkinnedMesh {
    const geometry = new THREE.CylinderGeometry(1, 1, 4, 6, 4);
    const { count } = geometry.attributes.position;
    const indices = Uint16Array.from({ length: 4 * count }, (_, i) => (i % 4 === 0 ? 0 : 1));
    const weights = Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 < 2 ? 0.5 : 0));
    geometry.setAttribute('skinIndex', new THREE.BufferAttribute(indices, 4));
    geometry.setAttribute('skinWeight', new THREE.BufferAttribute(weights, 4));
    const mesh = new THREE.SkinnedMesh(geometry, this.material());
    const bones = [new THREE.Bone(), new THREE.Bone()];
    bones[0].add(bones[1]);
    mesh.add(bones[0]);
    mesh.bind(new THREE.Skeleton(bones));
    bones[1].position.y = this.between(0, 2);
    bones[1].rotation.z = this.within(1);
    return mesh;
  }

  #line(): THREE.Object3D {
    const points = Array.from(
      { length: 6 },
      () => new THREE.Vector3(this.within(3), this.within(3), this.within(3)),
    );
    const geometry = new THREE.BufferGeometry().setFromPoints(points);
    const Class = this.oneOf([THREE.Line, THREE.LineLoop, THREE.LineSegments]);
    return new Class(geometry, new THREE.LineBasicMaterial());
  }

  #sprite(): THREE.Sprite {
    const sizeAttenuation = this.unit() < 0.7;
    const rotation = this.unit();
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ sizeAttenuation, rotation }));
    sprite.center.set(this.unit(), this.unit());
    return sprite;
  }

  #lod(): THREE.LOD {
    const lod = new THREE.LOD();
    lod.addLevel(new THREE.Mesh(this.#geometries[0], this.material()), 0);
    lod.addLevel(new THREE.Mesh(this.#geometries[1], this.material()), this.size);
    lod.addLevel(new THREE.Group(), 3 * this.size);
    return lod;
  }
}

function morphed(): THREE.BufferGeometry {
  const geometry = new THREE.BoxGeometry(1, 1, 1);
  const target = geometry.attributes.position.clone();
  for (let i = 0; i < target.count; i += 1) target.setX(i, target.getX(i) + 3);
  geometry.morphAttributes.position = [target];
  return geometry;
}
