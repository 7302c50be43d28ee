import { SceneIndex } from 'sapwood/three';
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const COUNT = 100_000;
const MOVING = 3_000; // the first rocks move in each frame
const [BLUE, RUST, SAND] = ['#2f9bff', '#6b3a2a', '#d8c8b0'].map((hex) => new THREE.Color(hex));
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
const [numbers, culling, label] = document.querySelectorAll('#numbers, #culling, #label');
const random = (min, max) => min + (max - min) * THREE.MathUtils.seededRandom();

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.toneMapping = THREE.ACESFilmicToneMapping;
renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
const canvas = renderer.domElement;
document.body.append(canvas);

const scene = new THREE.Scene();
scene.background = new THREE.Color('#070a14');
scene.fog = new THREE.FogExp2('#070a14', 0.006);
const sun = new THREE.DirectionalLight('#fff1dc', 4);
sun.position.set(-1, 0.6, 1);
scene.add(sun, new THREE.HemisphereLight('#5f7bb8', '#3b2a22', 0.7));
const stars = makeStars();
scene.add(stars, makePlanet());

const camera = new THREE.PerspectiveCamera(60, 1, 0.5, 380);
camera.position.set(30, 16, 318);
const controls = new OrbitControls(camera, canvas);
controls.target.set(-25, 2, 268);
Object.assign(controls, { enableDamping: true, enablePan: false, maxDistance: 120 });
Object.assign(controls, { autoRotate: !isStill, autoRotateSpeed: 0.4 });

const material = new THREE.MeshStandardMaterial({ flatShading: true });
const rocks = new THREE.InstancedMesh(new THREE.IcosahedronGeometry(1), material, COUNT);
const orbits = Array.from({ length: COUNT }, (_, i) => makeOrbit(i < MOVING));
const rock = new THREE.Object3D();
for (let i = 0; i < COUNT; i += 1) {
  place(i, 0);
  rocks.setColorAt(i, orbits[i].color);
}
scene.add(rocks);
let index = await SceneIndex.create(scene);
culling.addEventListener('change', async () => {
  index.dispose(); // the mesh has all its instances again
  index = undefined;
  index = await SceneIndex.create(scene);
});

const raycaster = Object.assign(new THREE.Raycaster(), { firstHitOnly: true });
const pointer = new THREE.Vector2(2, 2); // outside the view until the pointer moves
const pressed = new THREE.Vector2();
const marked = new Set();
let hovered = -1;
canvas.addEventListener('pointermove', point);
canvas.addEventListener('pointerdown', (event) => {
  pressed.set(event.clientX, event.clientY);
  point(event);
});
canvas.addEventListener('click', ({ clientX, clientY }) => {
  const isDrag = pressed.distanceTo({ x: clientX, y: clientY }) > 6;
  if (index) pick();
  if (!isDrag && hovered >= 0 && !marked.delete(hovered)) marked.add(hovered);
});
addEventListener('resize', resize);
resize();
let [frames, fps, since] = [0, 0, performance.now()];
renderer.setAnimationLoop((time) => {
  if (!index) return;
  controls.update();
  stars.position.copy(camera.position);
  for (let i = 0; i < MOVING && !isStill; i += 1) place(i, time / 1000);
  index.update();
  pick();
  if (culling.checked) index.cull(camera);
  else for (const data of [rocks.instanceMatrix, rocks.instanceColor]) data.needsUpdate = true;
  renderer.render(scene, camera);
  frames += 1;
  if (time > since + 500) [frames, fps, since] = [0, (1000 * frames) / (time - since), time];
  const [drawn, all] = [rocks.count.toLocaleString('en'), COUNT.toLocaleString('en')];
  numbers.value = `${drawn} of ${all} drawn · ${marked.size} marked · ${Math.round(fps)} fps`;
});

/** Finds the rock under the pointer and highlights it. */
function pick() {
  raycaster.setFromCamera(pointer, camera);
  const [hit] = index.raycast(raycaster);
  if (hovered >= 0) paint(hovered, marked.has(hovered) ? '#12ffb0' : orbits[hovered].color);
  hovered = hit?.object === rocks ? hit.instanceId : -1;
  if (hovered >= 0) paint(hovered, marked.has(hovered) ? '#b8ffe6' : '#ff8a00');
  label.textContent = hovered < 0 ? '' : `Rock ${hovered.toLocaleString('en')}`;
}

function paint(id, color) {
  rocks.setColorAt(id, new THREE.Color(color));
}

function point({ clientX, clientY }) {
  pointer.set((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight);
  label.style.translate = `${clientX + 14}px ${clientY + 14}px`;
}

function place(id, seconds) {
  const { radius, angle, height, speed, size } = orbits[id];
  const at = angle + speed * seconds;
  rock.position.setFromCylindricalCoords(radius, at, height * Math.cos(3 * angle + at));
  rock.rotation.set(angle, 7 * angle + 20 * speed * seconds, 3 * angle);
  rock.scale.copy(size);
  rock.updateMatrix();
  rocks.setMatrixAt(id, rock.matrix);
}

function makeOrbit(isMoving) {
  const s = isMoving ? 0.8 : 0.25 + 1.1 * random(0, 1) ** 6;
  return {
    radius: random(190, 340),
    angle: random(0, 2 * Math.PI),
    height: isMoving ? 25 : 9 * random(0, 1) * random(0, 1),
    speed: isMoving ? random(0.03, 0.08) : 0,
    size: new THREE.Vector3(s, s * random(0.6, 1), s * random(0.6, 1)),
    color: isMoving ? BLUE : RUST.clone().lerp(SAND, random(0, 1)),
  };
}

function makePlanet() {
  const geometry = new THREE.SphereGeometry(130, 96, 64);
  const { normal } = geometry.attributes;
  const colors = new THREE.Float32BufferAttribute(3 * normal.count, 3);
  for (let i = 0; i < normal.count; i += 1) {
    const y = normal.getY(i);
    const band = 0.5 + 0.25 * Math.sin(17 * y) + 0.25 * Math.sin(41 * y + 1);
    colors.setXYZ(i, 0.7 - 0.55 * band, 0.36 - 0.26 * band, 0.12 + 0.14 * band);
  }
  geometry.setAttribute('color', colors);
  const material = new THREE.MeshLambertMaterial({ vertexColors: true, fog: false });
  return new THREE.Mesh(geometry, material);
}

function makeStars() {
  const points = Array.from({ length: 1500 }, () => new THREE.Vector3().randomDirection());
  const geometry = new THREE.BufferGeometry().setFromPoints(points).scale(370, 370, 370);
  const material = new THREE.PointsMaterial({ size: 1.6, sizeAttenuation: false, fog: false });
  return new THREE.Points(geometry, material);
}

function resize() {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
}
