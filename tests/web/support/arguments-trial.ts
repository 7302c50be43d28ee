/**
 * Tests every public function with every kind of value in each argument. The call must throw a
 * SapwoodError and change nothing, unless the role of the argument accepts the value.
 */

import type { SpatialIndex } from 'sapwood/all';
import * as sapwood from 'sapwood/all';
import { goodBox } from './bad-values.js';
import { freshPackage } from './fresh-package.js';
import {
  allSignatures,
  exempt,
  goodValues,
  type Role,
  roleOf,
  type Setting,
} from './public-calls.js';
import { stateOf } from './state.js';
import type { Subject } from './subjects.js';
import { brokenLeaves, hasParts, type Kind, wrongKinds } from './wrong-kinds.js';

type Callee = (...values: unknown[]) => unknown;

class Stage {
  readonly index: SpatialIndex;
  /** World with one body per item of the index. */
  readonly world: sapwood.World;
  readonly setting: Setting;
  readonly before: string;

  constructor(readonly subject: Subject) {
    const { dimensions } = subject;
    const box = goodBox(dimensions);
    this.index = subject.create();
    this.index.build([...box, ...box, ...box.map((value) => value + 0.5)]);
    this.index.insert(box, { category: 3, mask: 7 });
    const other = subject.create();
    other.build([...box, ...box]);
    this.world = new sapwood.World({ dimensions });
    for (let i = 0; i < 4; i++) this.world.add(box);
    this.world.step();
    const [bytes, snapshot] = [this.index.serialize(), this.world.snapshot()];
    this.setting = { dimensions, size: 4, other, bytes, snapshot };
    this.before = this.state();
  }

  state(): string {
    const snapshot = Buffer.from(this.world.snapshot()).toString('base64');
    const world = `${snapshot} ${this.world.object(0)}`;
    return `${stateOf(this.index)} ${stateOf(this.setting.other)} ${this.index.validate()} ${world}`;
  }

  dispose(): void {
    this.index.dispose();
    this.world.dispose();
    this.setting.other.dispose();
  }
}

async function calleeOf(name: string, stage: Stage): Promise<Callee> {
  const [owner, member] = name.split('.');
  const functions = sapwood as unknown as Record<string, Callee>;
  if (name === 'init' || name === 'initSync') {
    const fresh = (await freshPackage()) as unknown as Record<string, Callee>;
    return fresh[name];
  }
  if (owner.startsWith('new ')) {
    const Made = functions[owner.slice(4)] as unknown as new (...values: unknown[]) => SpatialIndex;
    return (...values) => new Made(...values).dispose();
  }
  if (owner === 'structures') {
    const entry = sapwood.structures.find(({ id }) => id === stage.subject.id)!;
    return (...values) => (entry.create as Callee)(...values);
  }
  if (owner === 'deserialize')
    return (...values) => (functions[owner](...values) as SpatialIndex).dispose();
  if (member === undefined) return functions[name];
  const object = owner === 'World' ? stage.world : stage.index;
  const methods = object as unknown as Record<string, Callee>;
  return (...values) => methods[member](...values);
}

function supports(name: string, { id, dimensions, has }: Subject): boolean {
  const [owner, member] = name.split('.');
  if (member !== undefined && /frustum|cull/i.test(member) && dimensions === 2) return false;
  if (owner === 'World') return id === 'dynamic-tree';
  if (owner === 'SpatialIndex' && /^raycast/.test(member)) return has('ray');
  if (member === undefined || owner === 'SpatialIndex' || owner === 'structures') return true;
  return owner === id.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

export interface Outcome {
  tries: number;
  rejected: number;
  accepted: number;
  functions: number;
  readonly faults: string[];
}

export const noOutcome = (): Outcome => ({
  tries: 0,
  rejected: 0,
  accepted: 0,
  functions: 0,
  faults: [],
});

interface Place {
  readonly name: string;
  readonly position: number;
  readonly roles: readonly Role[];
  readonly stride: number;
}

function unexpectedError(error: unknown): string | undefined {
  try {
    // compares names, because each instance of the package has its own class
    if ((error as Error).name === 'SapwoodError') return undefined;
    // formatting `stack` takes longer than the call, so it is read for unexpected errors only
    return String((error as Error).stack ?? error).slice(0, 300);
  } catch {
    return 'a value that cannot be printed';
  }
}

/**
 * Tests the functions that `isSelected` accepts on one subject, with every `stride`th kind of
 * value.
 */
export async function tryArguments(
  subject: Subject,
  outcome: Outcome,
  isSelected: (name: string) => boolean = () => true,
  stride = 1,
): Promise<void> {
  for (const [name, forms] of Object.entries(allSignatures(sapwood))) {
    if (name in exempt || !isSelected(name) || !supports(name, subject)) continue;
    outcome.functions += 1;
    for (const form of forms) {
      const roles = form.map(roleOf);
      for (const position of roles.keys())
        await tryPlace(subject, { name, position, roles, stride }, outcome);
    }
  }
}

function kindsFor(role: Role, good: unknown): Kind[] {
  const leaves = brokenLeaves(good).map(({ name, value }): Kind => {
    // every object is a valid value of this filter argument
    const fits = /filter: .* converts/.test(name) ? [role] : [];
    return { name, fits, make: () => value };
  });
  return [...wrongKinds.filter(({ needsParts }) => !needsParts || hasParts(good)), ...leaves];
}

async function tryPlace(subject: Subject, place: Place, outcome: Outcome): Promise<void> {
  const { name, roles, position, stride } = place;
  const role = roles[position];
  let stage = new Stage(subject);
  let callee = await calleeOf(name, stage);
  const good = () => goodValues[role](stage.setting);
  const call = (value: unknown) => {
    const values = roles.map((each) => goodValues[each](stage.setting));
    values[position] = value;
    return callee(...values);
  };
  const turn = name.length + position;
  for (const [i, kind] of kindsFor(role, good()).entries()) {
    if ((i + turn) % stride !== 0) continue;
    const where = `${subject.name}: ${name} (${roles}), ${kind.name} as ${role}`;
    const value = kind.make({ good, again: call });
    outcome.tries += 1;
    if (await isAccepted(() => call(value), where, outcome, isCallback(role, value))) {
      outcome.accepted += 1;
      // checks the index, because the call may have changed it
      const faults = [
        ...(kind.fits.includes(role) ? [] : ['was accepted']),
        ...stage.index.validate(),
      ];
      outcome.faults.push(...faults.map((fault) => `${where}: ${fault}`));
      stage.dispose();
      stage = new Stage(subject);
      callee = await calleeOf(name, stage);
    } else if (stage.state() !== stage.before) {
      outcome.faults.push(`${where}: was rejected, but the state has changed`);
    }
  }
  stage.dispose();
}

/** An error that a callback throws reaches the caller unchanged. */
const isCallback = (role: Role, value: unknown) =>
  ['fn', 'filter'].includes(role) && typeof value === 'function';

/**
 * Makes a call and returns whether it succeeded. Records in the outcome whether its error was
 * allowed.
 */
async function isAccepted(
  call: () => unknown,
  where: string,
  outcome: Outcome,
  mayThrow: boolean,
): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    const raw = unexpectedError(error);
    if (raw === undefined || mayThrow) outcome.rejected += 1;
    else outcome.faults.push(`${where}: threw ${raw}`);
    return false;
  }
}
