/**
 * Mutation tapes: random changes, played on the index and on the model side by side. Invariants after each step, answers
 * every few steps.
 */

import type { SpatialIndex } from 'sapwood';
import type { Check } from '../support/checks.js';
import { require, requirePairs, requireSequence, requireSet } from '../support/compare.js';
import { Model } from '../support/model.js';
import type { Subject } from '../support/subjects.js';
import {
  latticeBoxes,
  makeTape,
  type Step,
  type StepKind,
  shrinkTape,
  type Tape,
} from '../support/tape.js';
import { volume } from '../support/volume.js';

const SEEDS = [11, 12, 13];
const VARIANT_SEEDS = [11];
const LENGTH = 240;
const ORACLE_EVERY = 8;

interface Player {
  readonly index: SpatialIndex;
  readonly model: Model;
}

type Play = (player: Player, step: Step) => void;

const boxFor = ({ model }: Player, step: Step) => latticeBoxes(step.seed, 1, model.dimensions);

function requireSame(found: number, expected: number, what: string): void {
  require(found === expected, () => `${what}: expected ${expected}, found ${found}`);
}

/** The live item that the step chooses; undefined when there is none. */
function chosen({ model }: Player, { at }: Step): number | undefined {
  const ids = model.ids();
  return ids[Math.floor(at * ids.length)];
}

function insert(player: Player, step: Step): void {
  const filter = step.seed % 5 === 0 ? { category: 1 + (step.seed % 7) } : undefined;
  const box = boxFor(player, step);
  const id = player.index.insert(box, filter);
  requireSame(id, player.model.insert(box, filter), 'id of the inserted item');
}

function insertMany(player: Player, step: Step): void {
  const { index, model } = player;
  const stride = 2 * model.dimensions;
  const boxes = latticeBoxes(step.seed, Math.floor(step.at * 9), model.dimensions);
  const expected = Array.from({ length: boxes.length / stride }, (_, i) => {
    return model.insert(boxes.subarray(i * stride, (i + 1) * stride));
  });
  requireSequence(index.insertMany(boxes), expected, () => 'ids of the inserted items');
}

/** A small move, with the displacement that a game would pass. */
function move(player: Player, step: Step): void {
  const id = chosen(player, step);
  if (id === undefined) return;
  const { index, model } = player;
  const shift = latticeBoxes(step.seed, 1, model.dimensions).subarray(0, model.dimensions);
  const displacement = shift.map((value) => value / 64);
  const box = model.box(id).map((value, i) => value + displacement[i % model.dimensions]);
  index.move(id, box, step.seed % 2 === 0 ? displacement : undefined);
  model.move(id, box);
}

function moveFar(player: Player, step: Step): void {
  const id = chosen(player, step);
  if (id === undefined) return;
  const box = boxFor(player, step);
  player.index.move(id, box);
  player.model.move(id, box);
}

function moveMany(player: Player, step: Step): void {
  const { index, model } = player;
  const ids = model.ids().filter((id) => (id + step.seed) % 3 === 0);
  const boxes = latticeBoxes(step.seed, ids.length, model.dimensions);
  index.moveMany(ids, boxes);
  const stride = 2 * model.dimensions;
  ids.forEach((id, i) => {
    model.move(id, boxes.subarray(i * stride, (i + 1) * stride));
  });
}

function remove(player: Player, step: Step): void {
  const id = chosen(player, step);
  if (id === undefined) return;
  player.index.remove(id);
  player.model.remove(id);
}

function setFilter(player: Player, step: Step): void {
  const id = chosen(player, step);
  if (id === undefined) return;
  const filter = { category: step.seed & 7, mask: step.seed >>> 3 };
  player.index.setFilter(id, filter);
  player.model.setFilter(id, filter);
}

const contentFor = (count: number, step: Step, { model }: Player) =>
  latticeBoxes(step.seed, count, model.dimensions);

function update(player: Player, step: Step): void {
  const boxes = contentFor(player.model.size, step, player);
  const changed = player.index.update(boxes);
  require(changed >= 0 && changed <= player.model.size, () => `update changed ${changed} items`);
  player.model.update(boxes);
}

function updateStaged(player: Player, step: Step): void {
  const boxes = contentFor(player.model.size, step, player);
  player.index.staging(player.model.size).set(boxes);
  player.index.update();
  player.model.update(boxes);
}

function build(player: Player, step: Step): void {
  const boxes = contentFor(Math.floor(step.at * 80), step, player);
  player.index.build(boxes);
  player.model.build(boxes);
}

function buildStaged(player: Player, step: Step): void {
  const count = Math.floor(step.at * 80);
  const boxes = contentFor(count, step, player);
  player.index.staging(count).set(boxes);
  player.index.build();
  player.model.build(boxes);
}

function clear({ index, model }: Player): void {
  index.clear();
  model.clear();
}

const plays: Readonly<Record<StepKind, Play>> = {
  insert,
  insertMany,
  move,
  moveFar,
  moveMany,
  remove,
  setFilter,
  update,
  updateStaged,
  build,
  buildStaged,
  clear,
};

function requireContent({ index, model }: Player): void {
  requireSequence(index.ids(), model.ids(), () => 'ids');
  for (const id of model.ids()) requireSequence(index.box(id), model.box(id), () => `box ${id}`);
  for (let id = 0; id < 100; id += 7) {
    require(index.has(id) === model.has(id), () => `has(${id}) is ${index.has(id)}`);
  }
}

function requireAnswers({ index, model }: Player, seed: number, subject: Subject): void {
  const { dimensions } = model;
  const box = latticeBoxes(seed, 1, dimensions);
  const [low, high] = [box.slice(0, dimensions), box.slice(dimensions)];
  requireSet(index.queryBox(box), model.queryBox(box), () => `queryBox [${box}]`);
  requireSet(index.queryBox(box, 5), model.queryBox(box, 5), () => `queryBox [${box}], mask 5`);
  requireSet(index.queryPoint(low), model.queryPoint(low), () => `queryPoint [${low}]`);
  const sphere = [...low, 3.5];
  const inSphere = index.querySphere(low, 3.5);
  requireSet(inSphere, model.querySphere(sphere), () => `querySphere [${sphere}]`);
  requireSequence(index.nearest(low, 6).ids, model.nearest(low, 6), () => `nearest [${low}]`);
  requirePairs(index.pairs(), model.pairs(), () => 'pairs');
  if (!subject.has('ray')) return;
  const ray = [...low, ...high.map((value, i) => value - low[i] || 1), 50];
  const hits = index.raycastAll(low, ray.slice(dimensions, 2 * dimensions), 50).ids;
  requireSequence(hits, model.raycastAll(ray), () => `raycastAll [${ray}]`);
}

/** Throws at the first step that goes wrong. */
function playTape(subject: Subject, tape: Tape): void {
  const player = { index: subject.create(), model: new Model(subject.dimensions) };
  try {
    tape.forEach((step, i) => {
      plays[step.kind](player, step);
      requireSame(player.index.size, player.model.size, `size after step ${i}, ${step.kind}`);
      const faults = player.index.validate();
      require(faults.length === 0, () => `after step ${i}, ${step.kind}: ${faults.join('; ')}`);
      if (i % ORACLE_EVERY === 0 || i === tape.length - 1) {
        requireContent(player);
        requireAnswers(player, step.seed, subject);
      }
    });
  } finally {
    player.index.dispose();
  }
}

function faultOf(subject: Subject, tape: Tape): unknown {
  try {
    playTape(subject, tape);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Plays the tape; when it fails, shrinks it and shows what is left. */
export function requireTape(subject: Subject, tape: Tape): void {
  if (faultOf(subject, tape) === undefined) return;
  const smallest = shrinkTape(tape, (part) => faultOf(subject, part) !== undefined);
  const steps = smallest.map(({ kind, at, seed }) => `${kind}(${at}, ${seed})`).join('\n  ');
  const cause = faultOf(subject, smallest);
  throw new Error(`${subject.name}: ${cause}\n  ${steps}`, { cause });
}

export function tapeChecks(subject: Subject): Check[] {
  const seeds = subject.isVariant ? volume(SEEDS, VARIANT_SEEDS) : SEEDS;
  return seeds.map((seed) => ({
    name: `random changes keep every invariant and answer (seed ${seed})`,
    run: () => requireTape(subject, makeTape(seed, LENGTH, subject.has('dynamic'))),
  }));
}
