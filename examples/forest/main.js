import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

const TREES = 4_000;
const TUFTS = 16_000;
const HAZE = '#f3d3a6';
const [BARK, DARK, LIGHT] = ['#5a3a26', '#2f5a2a', '#6f9a3c'].map((hex) => new THREE.Color(hex));
const FLAGS = { castShadow: true, receiveShadow: true, matrixAutoUpdate: false };
const [numbers, speed, culling] = document.querySelectorAll('#numbers, #speed, #culling');
if (matchMedia('(prefers-reduced-motion: reduce)').matches) speed.value = 0;
const random = (min, max) => min + (max - min) * THREE.MathUtils.seededRandom();
const randomAngle = () => random(0, 2 * Math.PI);

// The trail goes around the center, at a distance that depends on the angle. All lengths are meters.
const trail = (angle) => 62 + 14 * Math.sin(3 * angle);
const heightAt = (x, z) =>
  4 * Math.sin(x / 31) * Math.cos(z / 27) + 1.2 * Math.sin(x / 9 + z / 13) + 0.3 * Math.cos(z / 4);

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
renderer.toneMapping = THREE.ACESFilmicToneMapping;
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);

const scene = new THREE.Scene();
scene.background = new THREE.Color(HAZE);
scene.fog = new THREE.Fog(HAZE, 5, 140);
const sun = Object.assign(new THREE.DirectionalLight('#ffcf8f', 6), { castShadow: true });
sun.shadow.mapSize.set(2048, 2048);
sun.shadow.normalBias = 0.2;
Object.assign(sun.shadow.camera, { left: -50, right: 50, top: 50, bottom: -50, far: 200 });
scene.add(sun, sun.target, new THREE.HemisphereLight('#c8d8ff', '#8a7440', 2.2));
scene.add(makeGround());

const levels = [makeTree(9, 6), makeTree(6, 4), makeTree(4, 2)];
const materials = ['#ffffff', '#d0e0a0', '#ffd070', '#ff9c50'].map(
  (color) => new THREE.MeshLambertMaterial({ color, vertexColors: true, flatShading: true }),
);
for (let i = 0; i < TREES; i += 1) {
  const tree = new THREE.LOD();
  const material = materials[Math.floor(random(0, 2) * random(0, 2))];
  for (const [level, geometry] of levels.entries()) {
    tree.addLevel(Object.assign(new THREE.Mesh(geometry, material), FLAGS), [0, 30, 70][level]);
  }
  const [angle, radius] = [randomAngle(), 190 * Math.sqrt(random(0, 1))];
  place(tree, angle, Math.abs(radius - trail(angle)) > 4 ? radius : radius + 8);
  scene.add(Object.assign(tree, { matrixAutoUpdate: false }));
}

const blade = new THREE.ConeGeometry(0.035, 0.55, 3).translate(0, 0.27, 0).rotateX(0.35);
const blades = mergeGeometries([0, 1, 2, 3, 4].map((i) => blade.clone().rotateY(1.3 * i)));
const grass = new THREE.InstancedMesh(blades, new THREE.MeshLambertMaterial(), TUFTS);
scene.add(Object.assign(grass, { receiveShadow: true }));
const tuft = new THREE.Object3D();
for (let i = 0; i < TUFTS; i += 1) {
  const angle = randomAngle();
  place(tuft, angle, trail(angle) + random(1.5, 6) ** 1.7 * Math.sign(random(-1, 1)));
  grass.setMatrixAt(i, tuft.matrix);
  grass.setColorAt(i, new THREE.Color().setHSL(random(0.13, 0.23), 0.55, random(0.2, 0.4)));
}
let index = await SceneIndex.create(scene);
culling.addEventListener('change', async () => {
  index.dispose(); // three.js culls objects by itself again, and draws all grass
  index = undefined;
  index = await SceneIndex.create(scene);
});

const camera = new THREE.PerspectiveCamera(65, 1, 0.1, 145);
camera.position.set(-0.03, 0, -0.1);
const controls = new OrbitControls(camera, renderer.domElement);
Object.assign(controls, { enableZoom: false, enablePan: false, rotateSpeed: -0.4 });
resize();
addEventListener('resize', resize);
let [angle, frames, fps, since] = [0, 0, 0, performance.now()];
const timer = new THREE.Timer();
renderer.setAnimationLoop((time) => {
  if (!index) return;
  timer.update(time);
  walk(speed.valueAsNumber * Math.min(timer.getDelta(), 0.1));
  index.update();
  const drawn = culling.checked ? index.cull(camera).toLocaleString('en') : 'Unknown number';
  renderer.render(scene, camera);
  frames += 1;
  if (time > since + 500) [frames, fps, since] = [0, (1000 * frames) / (time - since), time];
  const all = index.size.toLocaleString('en');
  numbers.value = `${drawn} of ${all} drawn · ${Math.round(fps)} fps`;
});

/** Moves the camera, the center of its controls and the light along the trail. */
function walk(distance) {
  const turn = distance / trail(angle);
  angle += turn;
  camera.position.sub(controls.target).applyAxisAngle(camera.up, -turn);
  const [x, z] = [trail(angle) * Math.cos(angle), trail(angle) * Math.sin(angle)];
  controls.target.set(x, heightAt(x, z) + 1.8, z);
  camera.position.add(controls.target);
  controls.update();
  // steps of 2 meters keep the edges of shadows still
  sun.target.position.set(2 * Math.round(x / 2), 0, 2 * Math.round(z / 2));
  sun.position.copy(sun.target.position).add({ x: -60, y: 55, z: 45 });
}

/** Puts an object on the ground, and gives it a random size and rotation. */
function place(object, angle, radius) {
  const [x, z] = [radius * Math.cos(angle), radius * Math.sin(angle)];
  object.position.set(x, heightAt(x, z) - 0.1, z);
  object.rotation.y = randomAngle();
  object.scale.setScalar(random(0.7, 1.4));
  object.updateMatrix();
}

function makeGround() {
  const geometry = new THREE.PlaneGeometry(400, 400, 250, 250).rotateX(-Math.PI / 2);
  const { position } = geometry.attributes;
  const colors = new THREE.Float32BufferAttribute(3 * position.count, 3);
  for (let i = 0; i < position.count; i += 1) {
    const [x, z] = [position.getX(i), position.getZ(i)];
    const distance = Math.abs(Math.hypot(x, z) - trail(Math.atan2(z, x)));
    const dirt = 1 - THREE.MathUtils.smoothstep(distance, 0.6, 2.5);
    position.setY(i, heightAt(x, z));
    colors.setXYZ(i, 0.15 + 0.2 * dirt, 0.17 + 0.04 * dirt, 0.04 + 0.06 * dirt);
  }
  geometry.setAttribute('color', colors).computeVertexNormals();
  const ground = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ vertexColors: true }));
  return Object.assign(ground, { receiveShadow: true });
}

/** Returns a trunk with cones above it. */
function makeTree(sides, cones) {
  const trunk = new THREE.CylinderGeometry(0.15, 0.3, 3, sides).translate(0, 1.5, 0);
  const parts = [paint(trunk, BARK)];
  for (let y = 0; y < 1; y += 1 / cones) {
    const cone = new THREE.ConeGeometry(2 - 1.5 * y, 4 / cones + 1.2, sides).rotateY(7 * y);
    parts.push(paint(cone.translate(0, 2.4 + 6 * y, 0), DARK.clone().lerp(LIGHT, y)));
  }
  return mergeGeometries(parts);
}

function paint(geometry, color) {
  const colors = Array(geometry.attributes.position.count).fill(color.toArray()).flat();
  return geometry.setAttribute('color', new THREE.Float32BufferAttribute(colors, 3));
}

function resize() {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
}
