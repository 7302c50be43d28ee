import { clipVector, init, Mover, TriangleMesh } from 'sapwood/3d/mesh';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

const [SKY, SEA, GRASS, STONE] = ['#cfe8ee', '#2f97a8', '#6f9f45', '#c9b79d'];
const CRYSTALS = [0, 2.5, 7, 0, 5.5, -9, 0, 5.5, -36, 14, 2.4, 3, -11.7, 6.5, -4.5]; // x, y, z
const [SPEED, JUMP, GRAVITY] = [5, 8.5, 20]; // meters and seconds
const [numbers, stick, jump] = document.querySelectorAll('#numbers, #stick, #jump');
const { smoothstep, clamp } = THREE.MathUtils;

const parts = []; // geometries of the level
const ground = new THREE.PlaneGeometry(64, 84, 48, 63).rotateX(-Math.PI / 2).translate(0, 0, -11);
const { position: at } = ground.attributes;
for (let i = 0; i < at.count; i += 1) at.setY(i, heightAt(at.getX(i), at.getZ(i)));
add(ground, GRASS);
for (let i = 1; i <= 10; i += 1) addBox(4, 0.3 * i, 0.6, 0, 2 + 0.3 * i, 2.6 - 0.6 * i); // stairs
for (let i = 0; i < 4; i += 1) addBox(2, 2 + i, 2, -7.5 - 1.4 * i, 3 + i, 3 - 2.5 * i);
addBox(9, 3, 10, 0, 5, -8.7); // terrace
addBox(4, 4, 5, 0, 5, -32); // pier
addBox(12, 0.4, 3, 10, 3.6, -9, -0.29); // ramp
for (const x of [-4, 4]) for (const z of [-4.2, -13.2]) addTree(x, z, 5);
for (let i = 0; i < 16; i += 1) addTree(6 + (i % 4) * 3, 12 - 5 * Math.floor(i / 4) + (i % 3));

const level = makeMesh(mergeGeometries(parts), { vertexColors: true, flatShading: true });
const sea = makeMesh(new THREE.CircleGeometry(300).rotateX(-Math.PI / 2), { color: SEA });
const platform = makeMesh(new THREE.BoxGeometry(3.6, 0.4, 3.6), { color: '#ff9d5c' });
const player = makeMesh(new THREE.CapsuleGeometry(0.4, 0.8), { color: '#f2542d' });
const eyes = [-0.15, 0.15].map((x) => new THREE.SphereGeometry(0.09).translate(x, 0.45, 0.36));
player.add(makeMesh(mergeGeometries(eyes), { color: '#202030' }));
const gem = new THREE.OctahedronGeometry(0.5).scale(1, 1.5, 1);
const crystals = [0, 1, 2, 3, 4].map(() => makeMesh(gem, { color: '#40f0ff', emissive: '#077' }));
for (const [i, crystal] of crystals.entries()) crystal.position.fromArray(CRYSTALS, 3 * i);

await init();
const levelMesh = new TriangleMesh({ geometry: level.geometry });
const platformMesh = new TriangleMesh({ geometry: platform.geometry });
const moving = { mesh: platformMesh, transform: platform.matrixWorld };
const mover = new Mover({ radius: 0.4, height: 1.6, stepHeight: 0.4 });
const velocity = new THREE.Vector3();
const keys = new Set();
const tilt = new THREE.Vector2(); // of the stick
const start = [0, 2.5, 13];
mover.position = start;

window.onkeydown = ({ code }) => keys.add(code);
window.onkeyup = ({ code }) => keys.delete(code);
window.onblur = () => keys.clear();
jump.onpointerdown = () => keys.add('Space');
jump.onpointerup = () => keys.delete('Space');
stick.onpointermove = ({ offsetX: x, offsetY: y }) => tilt.set(x / 60 - 1, y / 60 - 1);
stick.onlostpointercapture = () => tilt.set(0, 0);

const scene = new THREE.Scene();
scene.background = new THREE.Color(SKY);
scene.fog = new THREE.Fog(SKY, 20, 110);
const sun = Object.assign(new THREE.DirectionalLight('#fff0d0', 2.8), { castShadow: true });
sun.position.set(20, 30, 12);
sun.shadow.mapSize.set(2048, 2048);
Object.assign(sun.shadow.camera, { left: -45, right: 45, top: 30, bottom: -30, far: 100 });
scene.add(sun, new THREE.HemisphereLight('#e4f4ff', '#8a7a60', 1.5));
scene.add(level, sea, platform, player, ...crystals);
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
renderer.toneMapping = THREE.ACESFilmicToneMapping;
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(60, 1, 0.1, 300);
camera.position.set(0, 2.5, 8);
const controls = new OrbitControls(camera, renderer.domElement);
controls.enablePan = false;
window.onresize = resize;
resize();

let seconds = 0; // time of the simulation, in steps of 1/60
renderer.setAnimationLoop((time) => {
  seconds = Math.max(seconds, time / 1000 - 0.1);
  for (; seconds < time / 1000; seconds += 1 / 60) step(1 / 60);
  for (const crystal of crystals) {
    crystal.rotation.y = time / 700;
    if (crystal.position.distanceTo(player.position) < 1.2) crystal.visible = false;
  }
  follow();
  renderer.render(scene, camera);
  const found = crystals.filter(({ visible }) => !visible).length;
  const ground = mover.ground?.collider === moving ? 'on the platform' : 'on the ground';
  const place = mover.grounded ? ground : 'in the air';
  numbers.value = `${found} of 5 crystals · ${place} · height ${mover.position[1].toFixed(1)} m`;
});

function step(duration) {
  platform.position.set(0, 4.8, -21.6 + 6 * clamp(1.5 * Math.cos(seconds / 2), -1, 1));
  platform.updateMatrixWorld();
  const held = (...codes) => Number(codes.some((code) => keys.has(code)));
  const right = tilt.x + held('KeyD', 'ArrowRight') - held('KeyA', 'ArrowLeft');
  const back = tilt.y + held('KeyS', 'ArrowDown') - held('KeyW', 'ArrowUp');
  const heading = new THREE.Vector3(right, 0, back).clampLength(0, 1);
  heading.applyAxisAngle(camera.up, controls.getAzimuthalAngle());
  if (heading.length() > 0.1) player.rotation.y = Math.atan2(heading.x, heading.z);
  heading.multiplyScalar(SPEED).setY(velocity.y);
  velocity.lerp(heading, duration * (mover.grounded ? 12 : 3));
  velocity.y = mover.grounded && keys.has('Space') ? JUMP : velocity.y - GRAVITY * duration;
  const { contacts } = mover.move(velocity.clone().multiplyScalar(duration), [levelMesh, moving]);
  velocity.fromArray(clipVector(velocity, contacts));
  if (mover.position[1] < -0.5) mover.position = start; // in the sea
  player.position.fromArray(mover.position).y += 0.4;
}

/** Moves the camera with the player, and in front of walls. */
function follow() {
  const offset = camera.position.sub(controls.target);
  controls.target.copy(player.position).y += 0.6;
  const wall = levelMesh.raycast(controls.target, offset.clone().normalize(), { maxDistance: 8 });
  controls.minDistance = controls.maxDistance = wall ? Math.max(0.5, wall.distance - 0.3) : 8;
  camera.position.add(controls.target);
  controls.update();
}

function heightAt(x, z) {
  const hills = Math.sin(x / 3.5) * Math.cos(z / 4.5) * smoothstep(Math.abs(x), 4, 9);
  const island = 2 + hills - 10 * smoothstep(Math.hypot(x, z), 15, 29);
  return Math.max(island, 5 - 12 * smoothstep(Math.hypot(x, z + 37), 4, 14));
}

/** Adds a box. `y` is the height of its top. */
function addBox(width, height, depth, x, y, z, slope = 0) {
  const box = new THREE.BoxGeometry(width, height, depth).rotateZ(slope);
  add(box.translate(x, y - height / 2, z), STONE);
}

function addTree(x, z, y = heightAt(x, z)) {
  add(new THREE.CylinderGeometry(0.15, 0.25, 2, 6).translate(x, y + 0.8, z), '#7a5236');
  add(new THREE.ConeGeometry(1.2, 3, 7).translate(x, y + 3, z), '#4f8a4a');
}

function add(geometry, color) {
  const colors = Array(geometry.attributes.position.count).fill(new THREE.Color(color).toArray());
  parts.push(geometry.setAttribute('color', new THREE.Float32BufferAttribute(colors.flat(), 3)));
}

function makeMesh(geometry, options) {
  const mesh = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial(options));
  return Object.assign(mesh, { castShadow: true, receiveShadow: true });
}

function resize() {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
}
