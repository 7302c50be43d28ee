/** 3D game: a capsule walks through a level of triangles. */

import { ContactBuffer, init as initWorlds, World } from 'sapwood/3d';
import { init as initMeshes, Mover, TriangleMesh } from 'sapwood/3d/mesh';
import {
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  type PerspectiveCamera,
  Scene,
  Vector3,
} from 'three';
import type { Rgb } from '../stage/color.js';
import { stageTheme } from '../stage/system-theme.js';
import type { StageTheme } from '../stage/theme.js';
import type { Game, Readings, Shown } from './game.js';
import type { Aim, Input } from './input.js';
import {
  CRATES,
  LIFT,
  liftHeight,
  makeLevel,
  PLAYER_3D,
  RAFT,
  raftX,
  START_3D,
} from './level-3d.js';
import { drawContacts, type LevelBoxes, Lines, rgb, treeOf } from './marks.js';
import { FAR, RayMarks } from './ray-marks.js';
import { capsule } from './shapes.js';
import { type MotionInput, Walker } from './walker.js';

const { height: HEIGHT, maxSlope: MAX_SLOPE, radius: RADIUS } = PLAYER_3D;
/** Maximum distance of the camera behind the player, in meters. */
const DISTANCE = 5.5;
const CAMERA_RADIUS = 0.25;
/** Height of the eyes above the center of the capsule's lower sphere. */
const EYES = HEIGHT - RADIUS - 0.15;
const MIN_TILT = -0.6;
const MAX_TILT = 1.3;
/** Height below which the player has left the level. */
const MIN_HEIGHT = -20;
/**
 * Initial screen point at which the ray is aimed, before pointer input: CENTER in first person,
 * FIRST_AIM in third person.
 */
const CENTER = { x: 0, y: 0 };
const FIRST_AIM = { x: 0.35, y: -0.1 };

/** The color shows whether a character can stand on the triangle. */
function colorBySlope(geometry: BufferGeometry, walkable: Rgb, steep: Rgb): void {
  const normals = geometry.getAttribute('normal');
  const colors = new Float32Array(3 * normals.count);
  const [flat, slope] = [rgb(walkable), rgb(steep)];
  for (let i = 0; i < normals.count; i += 1) {
    const up = normals.getY(i);
    (up > 0.05 && up < Math.cos(MAX_SLOPE) ? slope : flat).toArray(colors, 3 * i);
  }
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
}

class Platform {
  readonly body: Mesh<BoxGeometry, MeshLambertMaterial>;
  readonly mesh: TriangleMesh;
  readonly transform = new Matrix4();

  constructor(size: readonly [number, number, number]) {
    this.body = new Mesh(new BoxGeometry(...size), new MeshLambertMaterial());
    this.body.matrixAutoUpdate = false;
    this.mesh = new TriangleMesh({ geometry: this.body.geometry });
  }

  moveTo(x: number, y: number, z: number): void {
    this.transform.makeTranslation(x, y, z);
  }
}

class WalkingGame implements Game {
  readonly scene = new Scene();
  readonly #level = makeLevel();
  readonly #mesh: TriangleMesh;
  readonly #world = new World();
  readonly #walker: Walker;
  readonly #lift = new Platform(LIFT.size);
  readonly #raft = new Platform(RAFT.size);
  readonly #colliders;
  readonly #ground: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly #crates: Mesh<BoxGeometry, MeshLambertMaterial>[];
  readonly #player: Mesh<BufferGeometry, MeshLambertMaterial>;
  readonly #sun = new DirectionalLight(0xffffff, 1.6);
  readonly #sky = new HemisphereLight();
  readonly #contacts = new Lines({ onTop: true, opacity: 1 });
  readonly #ray: RayMarks;
  readonly #target = new Vector3();
  readonly #motion: MotionInput = { direction: new Float64Array(3), jump: false };
  readonly #before = new Float64Array(3);
  readonly #eye = new Vector3();
  readonly #back = new Vector3();
  readonly #touch = new ContactBuffer(1);
  #theme: StageTheme = stageTheme();
  #yaw = Math.PI;
  #tilt = 0.25;
  #seconds = 0;
  /** Boxes of the tree nodes; undefined before they are first drawn. */
  #tree: LevelBoxes | undefined;
  readonly readings: Readings & { contacts: number; grounded: boolean };

  constructor() {
    this.#mesh = new TriangleMesh({ geometry: this.#level });
    for (const crate of CRATES) this.#world.add(crate, { layer: 'static' });
    const mover = new Mover(PLAYER_3D);
    this.#walker = new Walker(mover);
    this.#colliders = [this.#mesh, this.#world, this.#lift, this.#raft];
    const positions = this.#level.getAttribute('position').array;
    this.#ray = new RayMarks(this.#mesh, { positions }, 3);
    this.readings = {
      size: this.#mesh.size,
      contacts: 0,
      grounded: false,
      position: mover.position,
      deepest: this.#ray.deepest,
      ray: this.#ray.readings,
    };
    this.#ground = new Mesh(this.#level, new MeshLambertMaterial({ vertexColors: true }));
    this.#crates = CRATES.map(([left, bottom, near, right, top, far]) => {
      const size = [right - left, top - bottom, far - near] as const;
      const crate = new Mesh(new BoxGeometry(...size), new MeshLambertMaterial());
      crate.position.set((left + right) / 2, (bottom + top) / 2, (near + far) / 2);
      return crate;
    });
    const length = HEIGHT - 2 * RADIUS;
    this.#player = new Mesh(capsule(RADIUS, length, 8), new MeshLambertMaterial());
    this.#sun.position.set(30, 60, 20);
    this.scene.add(this.#ground, ...this.#crates, this.#lift.body, this.#raft.body, this.#player);
    this.scene.add(this.#sun, this.#sky, this.#contacts, this.#ray);
    this.restart();
  }

  restart(): void {
    this.#walker.place(START_3D);
    this.#before.set(START_3D);
    this.#yaw = 0;
    this.#tilt = 0.25;
  }

  step(seconds: number, input: Input): number {
    this.#yaw -= input.turn;
    this.#tilt = Math.min(Math.max(this.#tilt + input.tilt, MIN_TILT), MAX_TILT);
    this.#seconds += seconds;
    this.#lift.moveTo(LIFT.x, liftHeight(this.#seconds), LIFT.z);
    this.#raft.moveTo(raftX(this.#seconds), RAFT.y, RAFT.z);
    const { direction } = this.#motion;
    const scale = 1 / Math.max(1, Math.hypot(input.right, input.forward));
    const [sine, cosine] = [Math.sin(this.#yaw), Math.cos(this.#yaw)];
    direction[0] = (input.right * cosine - input.forward * sine) * scale;
    direction[2] = (-input.right * sine - input.forward * cosine) * scale;
    this.#motion.jump = input.jump;
    this.#before.set(this.readings.position);
    const start = performance.now();
    const result = this.#walker.step(seconds, this.#motion, this.#colliders);
    const spent = performance.now() - start;
    this.readings.contacts = result.contacts.count;
    this.readings.grounded = result.grounded;
    drawContacts(this.#contacts, result.contacts, 3);
    if (this.readings.position[1] < MIN_HEIGHT) this.restart();
    return spent;
  }

  show(share: number, shown: Shown, aim: Aim, camera: PerspectiveCamera): void {
    const { position } = this.readings;
    const at = (axis: number) => this.#before[axis] + (position[axis] - this.#before[axis]) * share;
    this.#player.position.set(at(0), at(1) + HEIGHT / 2 - RADIUS, at(2));
    this.#player.visible = !shown.firstPerson;
    for (const { body, transform } of [this.#lift, this.#raft]) body.matrix.copy(transform);
    this.#contacts.visible = shown.contacts;
    this.#aim(camera, at(0), at(1) + EYES, at(2), shown.firstPerson);
    if (shown.tree) this.#drawTree(shown.treeLevel);
    else if (this.#tree) this.#tree.visible = false;
    this.#ray.visible = shown.ray;
    if (!shown.ray) return;
    if (this.#ray.follows(aim, shown.rayIsHeld)) this.#cast(aim, camera, shown.firstPerson);
    this.#ray.face(camera);
  }

  /**
   * Casts the ray from the player's eyes to the mesh point that is visible at a screen point. A ray
   * from the camera itself would appear as a single point on the screen.
   */
  #cast(aim: Aim, camera: PerspectiveCamera, firstPerson: boolean): void {
    camera.updateMatrixWorld();
    const first = firstPerson ? CENTER : FIRST_AIM;
    const { x, y } = aim.isSet ? aim : first;
    const direction = this.#target
      .set(x, y, 0.5)
      .unproject(camera)
      .sub(camera.position)
      .normalize();
    if (!firstPerson) {
      const distance = this.#mesh.raycast(camera.position, direction)?.distance ?? FAR;
      direction.multiplyScalar(distance).add(camera.position).sub(this.#eye);
    }
    this.#ray.cast(this.#eye, direction);
  }

  /**
   * In first person, places the camera at the player's eyes. In third person, places it behind the
   * player; walls reduce the distance.
   */
  #aim(camera: PerspectiveCamera, x: number, y: number, z: number, firstPerson: boolean): void {
    const flat = Math.cos(this.#tilt);
    const back = this.#back.set(
      Math.sin(this.#yaw) * flat,
      Math.sin(this.#tilt),
      Math.cos(this.#yaw) * flat,
    );
    this.#eye.set(x, y, z);
    if (firstPerson) {
      camera.position.copy(this.#eye);
    } else {
      const offset = back.multiplyScalar(DISTANCE);
      const free = this.#mesh.castSphereInto(this.#eye, CAMERA_RADIUS, offset, this.#touch);
      camera.position.copy(this.#eye).addScaledVector(offset, Math.min(free, 1));
      back.multiplyScalar(1 / DISTANCE);
    }
    camera.lookAt(
      camera.position.x - back.x,
      camera.position.y - back.y,
      camera.position.z - back.z,
    );
  }

  #drawTree(lastLevel: number): void {
    if (!this.#tree) {
      this.#tree = treeOf(this.#ray.nodes, this.#ray.deepest, 3);
      this.#tree.paint(this.#theme.ramp);
      this.scene.add(this.#tree);
    }
    this.#tree.visible = true;
    this.#tree.showLevels(lastLevel);
  }

  applyTheme(theme: StageTheme): void {
    const backdrop = rgb(theme.background);
    this.scene.background = backdrop;
    this.scene.fog = new Fog(backdrop, 30, 90);
    colorBySlope(this.#level, theme.container, theme.itemLine);
    for (const { material } of this.#crates) material.color = rgb(theme.body);
    this.#lift.body.material.color = rgb(theme.swept);
    this.#raft.body.material.color = rgb(theme.swept);
    this.#player.material.color = rgb(theme.hit);
    this.#contacts.paint(theme.fresh);
    this.#theme = theme;
    this.#tree?.paint(theme.ramp);
    this.#ray.applyTheme(theme);
    this.#sky.color = rgb(theme.sky);
    this.#sky.groundColor = rgb(theme.bounce);
    this.#sky.intensity = theme.skyStrength;
    this.#sun.intensity = theme.sunStrength;
  }

  dispose(): void {
    for (const body of [this.#ground, this.#player, this.#lift.body, this.#raft.body]) {
      body.geometry.dispose();
      body.material.dispose();
    }
    for (const { geometry, material } of this.#crates) {
      geometry.dispose();
      material.dispose();
    }
    this.#contacts.dispose();
    this.#tree?.dispose();
    this.#ray.dispose();
    for (const mesh of [this.#mesh, this.#lift.mesh, this.#raft.mesh]) mesh.dispose();
    this.#world.dispose();
  }
}

export async function openGame3d(): Promise<Game> {
  await Promise.all([initMeshes(), initWorlds()]);
  return new WalkingGame();
}
