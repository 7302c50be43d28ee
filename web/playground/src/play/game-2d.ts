/** 2D platformer on a level of segments. */

import { init as initWorlds, World } from 'sapwood/2d';
import { init as initMeshes, Mover, SegmentMesh } from 'sapwood/2d/mesh';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Scene,
  Vector3,
} from 'three';
import type { StageTheme } from '../stage/theme.js';
import type { Game, Readings, Shown } from './game.js';
import type { Aim, Input } from './input.js';
import {
  makeFill,
  makeOutline,
  ONE_WAY,
  PLAYER_2D,
  SLIDER,
  SLIDER_WAY,
  START_2D,
} from './level-2d.js';
import { drawContacts, type LevelBoxes, Lines, rgb, treeOf } from './marks.js';
import { RayMarks } from './ray-marks.js';
import { capsule } from './shapes.js';
import { type MotionInput, Walker } from './walker.js';

const { height: HEIGHT, radius: RADIUS } = PLAYER_2D;
const MIN_HEIGHT = -12;
const CAMERA_DISTANCE = 16;
const FIRST_AIM = { x: 0.35, y: -0.1 };
const SWING = (2 * Math.PI) / 8;

const boxMesh = ([left, bottom, right, top]: readonly number[]) => {
  const mesh = new Mesh(new BoxGeometry(right - left, top - bottom, 0.01), new MeshBasicMaterial());
  mesh.position.set((left + right) / 2, (bottom + top) / 2, 0.1);
  return mesh;
};

class Platformer implements Game {
  readonly scene = new Scene();
  readonly #outline = makeOutline();
  readonly #mesh = new SegmentMesh(this.#outline);
  readonly #ray = new RayMarks(this.#mesh, this.#outline, 2);
  /** World of one-way platforms. The last platform moves. */
  readonly #world = new World();
  readonly #slider: number;
  readonly #walker: Walker;
  readonly #ground: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #platforms: Mesh<BoxGeometry, MeshBasicMaterial>[];
  readonly #player: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #contacts = new Lines({ onTop: true, opacity: 1 });
  readonly #tree: LevelBoxes;
  readonly #center = new Vector3();
  readonly #target = new Vector3();
  readonly #motion: MotionInput = { direction: new Float64Array(2), jump: false };
  readonly #before = new Float64Array(2);
  readonly #box = new Float32Array(4);
  #seconds = 0;
  readonly readings: Readings & { contacts: number; grounded: boolean };

  constructor() {
    const [slider] = [...ONE_WAY, SLIDER].map((box) => this.#world.add(box)).slice(-1);
    this.#slider = slider;
    const oneWay = (_: number, collider: unknown) => collider === this.#world;
    const mover = new Mover({ ...PLAYER_2D, oneWay });
    this.#walker = new Walker(mover);
    this.readings = {
      size: this.#mesh.size,
      contacts: 0,
      grounded: false,
      position: mover.position,
      deepest: this.#ray.deepest,
      ray: this.#ray.readings,
    };
    const fill = new BufferGeometry();
    fill.setAttribute('position', new BufferAttribute(makeFill(), 3));
    this.#ground = new Mesh(fill, new MeshBasicMaterial());
    this.#platforms = [...ONE_WAY, SLIDER].map(boxMesh);
    this.#player = new Mesh(capsule(RADIUS, HEIGHT - 2 * RADIUS, 8), new MeshBasicMaterial());
    this.#tree = treeOf(this.#ray.nodes, this.#ray.deepest, 2);
    this.scene.add(this.#ground, ...this.#platforms, this.#player);
    this.scene.add(this.#contacts, this.#tree, this.#ray);
    this.restart();
  }

  restart(): void {
    this.#walker.place(START_2D);
    this.#before.set(START_2D);
  }

  step(seconds: number, input: Input): number {
    this.#seconds += seconds;
    const shift = SLIDER_WAY * (0.5 - 0.5 * Math.cos(SWING * this.#seconds));
    this.#box.set(SLIDER);
    this.#box[0] += shift;
    this.#box[2] += shift;
    this.#world.move(this.#slider, this.#box);
    this.#motion.direction[0] = input.right;
    this.#motion.jump = input.jump || input.forward > 0.5;
    this.#before.set(this.readings.position);
    const start = performance.now();
    const result = this.#walker.step(seconds, this.#motion, [this.#mesh, this.#world]);
    const spent = performance.now() - start;
    this.readings.contacts = result.contacts.count;
    this.readings.grounded = result.grounded;
    drawContacts(this.#contacts, result.contacts, 2);
    if (this.readings.position[1] < MIN_HEIGHT) this.restart();
    return spent;
  }

  show(share: number, shown: Shown, aim: Aim, camera: PerspectiveCamera): void {
    const { position } = this.readings;
    const x = this.#before[0] + (position[0] - this.#before[0]) * share;
    const y = this.#before[1] + (position[1] - this.#before[1]) * share;
    this.#player.position.set(x, y + HEIGHT / 2 - RADIUS, 0.2);
    const slider = this.#platforms[this.#platforms.length - 1];
    slider.position.x = (this.#box[0] + this.#box[2]) / 2;
    this.#contacts.visible = shown.contacts;
    this.#tree.visible = shown.tree;
    this.#tree.showLevels(shown.treeLevel);
    // on narrow pages, the camera is farther away, so that it shows the same width of the level
    camera.position.set(x, y + 2, CAMERA_DISTANCE / Math.min(camera.aspect, 1));
    camera.lookAt(x, y + 2, 0);
    this.#ray.visible = shown.ray;
    if (!shown.ray) return;
    this.#center.set(x, y + HEIGHT / 2 - RADIUS, 0);
    if (this.#ray.follows(aim, shown.rayIsHeld)) this.#cast(aim, camera);
    this.#ray.face(camera);
  }

  #cast(aim: Aim, camera: PerspectiveCamera): void {
    camera.updateMatrixWorld();
    const { x, y } = aim.isSet ? aim : FIRST_AIM;
    const direction = this.#target.set(x, y, 0.5).unproject(camera).sub(camera.position);
    direction
      .multiplyScalar(-camera.position.z / direction.z)
      .add(camera.position)
      .sub(this.#center);
    direction.z = 0;
    if (direction.lengthSq() > 0) this.#ray.cast(this.#center, direction);
  }

  applyTheme(theme: StageTheme): void {
    this.scene.background = rgb(theme.background);
    this.#ground.material.color = rgb(theme.body);
    for (const { material } of this.#platforms) material.color = rgb(theme.swept);
    this.#player.material.color = rgb(theme.hit);
    this.#contacts.paint(theme.query);
    this.#tree.paint(theme.ramp);
    this.#ray.applyTheme(theme);
  }

  dispose(): void {
    for (const { geometry, material } of [this.#ground, this.#player, ...this.#platforms]) {
      geometry.dispose();
      material.dispose();
    }
    this.#contacts.dispose();
    this.#tree.dispose();
    this.#ray.dispose();
    this.#mesh.dispose();
    this.#world.dispose();
  }
}

export async function openGame2d(): Promise<Game> {
  await Promise.all([initMeshes(), initWorlds()]);
  return new Platformer();
}
