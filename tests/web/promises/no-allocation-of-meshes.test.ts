/**
 * `…Into` methods of meshes allocate nothing on the JavaScript heap, with and without a transform,
 * except for the number that a cast returns.
 */

import { ContactBuffer, init, TriangleMesh } from 'sapwood/3d/mesh';
import { Matrix4, Vector3 } from 'three';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ball, sourceOf } from '../mesh/meshes.js';
import { bytesOf, endSampling, FRAMES, LARGEST, WARM_UP } from '../support/allocated.js';

beforeAll(() => init());
afterAll(endSampling);

const contacts = new ContactBuffer(64);
const position = new Float64Array([0.1, 0.2, 5.3]);
const top = [0.1, 0.2, 6.3];
const displacement = new Vector3(0.5, 0.25, -1);
const posed = { transform: new Matrix4().makeTranslation(0.5, 0, 0.25) };
const numbers = { transform: new Float64Array(posed.transform.elements) };
let mesh: TriangleMesh;

const frames: readonly [string, () => number][] = [
  ['collideSphereInto', () => mesh.collideSphereInto(position, 1, contacts)],
  ['collideSphereInto, posed', () => mesh.collideSphereInto(position, 1, contacts, posed)],
  ['collideCapsuleInto', () => mesh.collideCapsuleInto(position, top, 0.5, contacts)],
  ['collideCapsuleInto, posed', () => mesh.collideCapsuleInto(position, top, 0.5, contacts, posed)],
  ['castSphereInto', () => mesh.castSphereInto(position, 0.25, displacement, contacts)],
  ['castSphereInto, posed', () => mesh.castSphereInto(top, 0.25, displacement, contacts, numbers)],
  ['castCapsuleInto', () => mesh.castCapsuleInto(position, top, 0.25, displacement, contacts)],
  [
    'castCapsuleInto, posed',
    () => mesh.castCapsuleInto(position, top, 0.25, displacement, contacts, posed),
  ],
];

/**
 * Maximum bytes if each frame returns a fraction. A fraction is an object of 16 bytes, unless the
 * host inlines the function.
 */
const RETURNED = 16 * FRAMES + 2000;

test.each(frames)('%s allocates nothing', async (name, frame) => {
  mesh ??= new TriangleMesh(sourceOf(ball(10, Uint16Array)));
  for (let i = 0; i < WARM_UP; i += 1) frame();
  expect(contacts.count).toBeGreaterThan(0);
  expect(await bytesOf(FRAMES, frame)).toBeLessThan(name.startsWith('cast') ? RETURNED : LARGEST);
});
