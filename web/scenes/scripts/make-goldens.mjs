// Computes the expected results in tests/scenes/*.json and writes them into the files.
// Usage: node web/scenes/scripts/make-goldens.mjs [--check] [part of a scene id]
//
// To add a scene, write all of its fields except "golden" and run this script. With --check, the
// script writes no files, and the exit code is 1 if a file is out of date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import stringify from 'json-stringify-pretty-compact';
import { runnerImport } from 'vite';

const FOLDER = new URL('../../../tests/scenes/', import.meta.url);
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
const QUERIES = { count: 64, seed: 4242 };
const PEER_QUERIES = { count: 1000 };

const load = async (file) => (await runnerImport(SOURCE + file, { logLevel: 'error' })).module;

function planOf(group, { slow, frames = 0 }) {
  if (slow || frames > 0) return { frames };
  return { frames, queries: QUERIES, ...(group === 'peers' && { peerQueries: PEER_QUERIES }) };
}

function requirePublished(id, published, found) {
  if (!published) return;
  const { pairs, pairsHash = found.pairsHash } = published;
  if (pairs !== found.pairs || pairsHash !== found.pairsHash) {
    throw new Error(
      `${id}: published ${pairs} ${pairsHash}, found ${found.pairs} ${found.pairsHash}`,
    );
  }
}

function goldenOf({ generateScene, sceneGolden }, group, scene) {
  const golden = sceneGolden(generateScene({ ...scene, group }), planOf(group, scene));
  requirePublished(scene.id, scene.published?.boxes, golden);
  requirePublished(scene.id, scene.published?.motion, golden.motion);
  return golden;
}

const args = process.argv.slice(2);
const check = args.includes('--check');
const wanted = args.find((argument) => !argument.startsWith('--')) ?? '';
const scenes = { ...(await load('scene.ts')), ...(await load('goldens.ts')) };

for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.json'))) {
  const path = new URL(name, FOLDER);
  const before = readFileSync(path, 'utf8');
  const file = JSON.parse(before);
  for (const scene of file.scenes) {
    if (!scene.id.includes(wanted)) continue;
    scene.golden = goldenOf(scenes, file.group, scene);
    process.stdout.write(`${scene.id} ${scene.golden.boxes} ${scene.golden.pairs} pairs\n`);
  }
  const after = `${stringify(file, { maxLength: 100 })}\n`;
  if (after === before) continue;
  if (check) {
    process.stdout.write(`${name} is out of date\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, after);
  }
}
