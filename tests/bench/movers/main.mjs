/**
 * `npm run bench -- movers`: time of a frame of 500 characters on a terrain of 100,352 triangles,
 * against the controller of the three.js example games_fps: `Octree` with `Capsule`. Both sides get
 * the same displacements. Without `sapwood/3d/mesh`, the level of Sapwood is the boxes of the cells.
 */

import { init, Mover, WideTree } from 'sapwood/3d';
import { BufferGeometry, Float32BufferAttribute, Group, Mesh, Vector3 } from 'three';
import { Capsule } from 'three/addons/math/Capsule.js';
import { Octree } from 'three/addons/math/Octree.js';

const CELLS = 224;
const MOVERS = 500;
const FRAMES = 20;
const ROUNDS = 15;
const RADIUS = 0.35;
const HEIGHT = 1.7;
const FALL = -0.05;
const TURN = 100;

/** Height of the terrain at a corner of its grid; slopes are below 45 degrees. */
const heightAt = (x, z) => 1.5 * Math.sin(0.21 * x) * Math.cos(0.17 * z) + 0.3 * Math.sin(0.9 * x);

function terrain() {
  const positions = [];
  const indices = [];
  const row = CELLS + 1;
  for (let z = 0; z < row; z += 1)
    for (let x = 0; x < row; x += 1) positions.push(x, heightAt(x, z), z);
  for (let z = 0; z < CELLS; z += 1) {
    for (let x = 0; x < CELLS; x += 1) {
      const at = z * row + x;
      indices.push(at, at + row, at + 1, at + 1, at + row, at + row + 1);
    }
  }
  return { positions, indices };
}

/** Flat boxes, as high as the middle of each cell. */
function boxesOfCells() {
  const boxes = [];
  for (let z = 0; z < CELLS; z += 1)
    for (let x = 0; x < CELLS; x += 1)
      boxes.push(x, -9, z, x + 1, heightAt(x + 0.5, z + 0.5), z + 1);
  return boxes;
}

async function levelOf({ positions, indices }) {
  const entry = 'sapwood/3d/mesh';
  try {
    const { init: load, TriangleMesh } = await import(entry);
    await load();
    return { level: new TriangleMesh({ positions, indices }), name: 'triangles' };
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const level = new WideTree();
    level.build(boxesOfCells());
    return { level, name: 'boxes' };
  }
}

/** A place and a direction for each character, and its displacement in a frame. */
const starts = Array.from({ length: MOVERS }, (_, i) => ({
  x: 20 + ((i * 37) % (CELLS - 40)),
  z: 20 + ((i * 71) % (CELLS - 40)),
  way: [0.08 * Math.cos(2.4 * i), 0.08 * Math.sin(2.4 * i)],
}));
const signAt = (frame) => (Math.floor(frame / TURN) % 2 === 0 ? 1 : -1);

function sapwoodSide(level) {
  const movers = starts.map(({ x, z }) => {
    const mover = new Mover({ radius: RADIUS, height: HEIGHT });
    mover.position = [x, heightAt(x, z) + 1, z];
    return mover;
  });
  const by = new Float64Array(3);
  const run = (frame) => {
    const sign = signAt(frame);
    for (let i = 0; i < MOVERS; i += 1) {
      const { way } = starts[i];
      by[0] = sign * way[0];
      by[1] = FALL;
      by[2] = sign * way[1];
      movers[i].move(by, level);
    }
  };
  return { run, standing: () => movers.filter(({ grounded }) => grounded).length };
}

/** The loop of the example, with one step for each frame instead of five. */
function threeSide({ positions, indices }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  const octree = new Octree();
  octree.fromGraphNode(new Group().add(new Mesh(geometry)));
  const movers = starts.map(({ x, z }) => {
    const foot = heightAt(x, z) + 1;
    const end = new Vector3(x, foot + HEIGHT - 2 * RADIUS, z);
    return { capsule: new Capsule(new Vector3(x, foot, z), end, RADIUS), stands: false };
  });
  const by = new Vector3();
  const run = (frame) => {
    const sign = signAt(frame);
    for (let i = 0; i < MOVERS; i += 1) {
      const mover = movers[i];
      const { way } = starts[i];
      mover.capsule.translate(by.set(sign * way[0], FALL, sign * way[1]));
      const hit = octree.capsuleIntersect(mover.capsule);
      mover.stands = hit !== false && hit.normal.y > 0;
      if (hit) mover.capsule.translate(hit.normal.multiplyScalar(hit.depth));
    }
  };
  return { run, standing: () => movers.filter(({ stands }) => stands).length };
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

await init();
const shape = terrain();
const { level, name } = await levelOf(shape);
const sides = { [`Mover on ${name}`]: sapwoodSide(level), 'three.js Octree': threeSide(shape) };
const times = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
let frame = 0;
for (let round = -3; round < ROUNDS; round += 1) {
  for (const [side, { run }] of Object.entries(sides)) {
    const start = performance.now();
    for (let i = 0; i < FRAMES; i += 1) run(frame + i);
    if (round >= 0) times[side].push((1000 * (performance.now() - start)) / FRAMES / MOVERS);
  }
  frame += FRAMES;
}
for (const [side, { standing }] of Object.entries(sides)) {
  const least = Math.min(...times[side]).toFixed(2);
  const text = `${median(times[side]).toFixed(2)} µs per character (least ${least})`;
  console.log(`${side.padEnd(20)} ${text}, ${standing()} of ${MOVERS} on the ground`);
}
