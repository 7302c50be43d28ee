/** Lists the available scenes, phases and contenders, without loading other libraries. */

import {
  adapterOf,
  controls,
  type Subject,
  sideOf,
  subjectKey,
  workloadOf,
  workScenes,
} from 'measuring';
import { type Adapter, adapters } from 'peers';
import { type Dimensions, type StructureEntry, structures, version } from 'sapwood/all';
import {
  type Catalog,
  type ContenderInfo,
  limits,
  type PhaseId,
  type PhaseInfo,
  phaseIds,
  type SceneInfo,
} from './model.js';
import { contenderTitle } from './names.js';

type PhaseWords = Omit<PhaseInfo, 'id' | 'sentence'>;

const frame = (moving: 10 | 50 | 100): PhaseWords => ({
  title: moving === 100 ? 'Frame, all boxes move' : `Frame, ${moving} % of the boxes move`,
  group: 'frame',
  moving,
  unit: 'ms',
  operation: 'box',
});

const still = (
  title: string,
  group: PhaseInfo['group'],
  operation: string,
  unit: PhaseInfo['unit'] = 'ms',
): PhaseWords => ({ title, group, operation, unit, moving: null });

const words: Readonly<Record<PhaseId, PhaseWords>> = {
  'frame-tenth': frame(10),
  'frame-half': frame(50),
  frame: frame(100),
  pairs: still('Rebuild + all pairs', 'frame', 'box'),
  build: still('Build', 'build', 'box'),
  move: { ...frame(10), title: 'Update, 10 % of the boxes move', group: 'update' },
  'box-queries': still('Box queries', 'query', 'query'),
  nearest: still('8 nearest neighbors', 'query', 'point'),
  rays: still('Ray casts, closest hit', 'query', 'ray'),
  memory: still('Memory', 'memory', 'box', 'bytes'),
};

/**
 * Returns the workload that a phase runs. The memory phase runs a workload that leaves all items in
 * the index.
 */
export function workloadIdOf(phase: PhaseId, pointsOnly = false): string {
  if (phase !== 'memory') return phase;
  return pointsOnly ? 'nearest' : 'build';
}

function phaseInfo(id: PhaseId): PhaseInfo {
  const sentence =
    id === 'memory'
      ? 'Bytes used by the filled container, if the library reports them'
      : `One call: ${workloadOf(id).call}`;
  return { id, sentence, ...words[id] };
}

const isPointWork = (phase: PhaseId, pointsOnly: boolean) =>
  workloadOf(workloadIdOf(phase, pointsOnly)).points === true;

function phasesOf({ methods, pointsOnly = false }: Adapter): ReadonlySet<PhaseId> {
  const able = phaseIds.filter((id) => {
    const { methods: required } = workloadOf(workloadIdOf(id, pointsOnly));
    return (
      required.every((method) => methods.includes(method)) && (!pointsOnly || isPointWork(id, true))
    );
  });
  return new Set(able);
}

interface Place {
  readonly subject: Subject;
  readonly variantOf?: string;
  readonly dimensions?: readonly Dimensions[];
}

function contenderInfo({ subject, variantOf = undefined, dimensions }: Place): ContenderInfo {
  const adapter = adapterOf(subject);
  const ours = subject.side === 'sapwood';
  return {
    key: subjectKey(subject),
    title: subject.side === 'control' ? adapter.title : contenderTitle(subject),
    side: subject.side,
    package: adapter.package,
    version: ours ? version : adapter.version,
    dimensions: dimensions ?? adapter.dimensions,
    phases: phasesOf(adapter),
    variantOf: variantOf ?? null,
    heavy: adapter.heavy ?? false,
    rebuilds: adapter.rebuilds ?? false,
    notes: adapter.notes,
    hidden: subject.side === 'control',
  };
}

/**
 * Returns the contenders of a structure: first with default options, then one variant for each
 * other option value.
 */
function structureInfos(entry: StructureEntry): ContenderInfo[] {
  const usual: Subject = { side: 'sapwood', id: entry.id, options: {} };
  const others = entry.options.flatMap(({ name, choices = [], default: standard, only3D = [] }) =>
    choices
      .filter((choice) => choice !== standard)
      .map((choice) => {
        const dimensions = entry.dimensions.filter(
          (axes) => axes === 3 || !only3D.includes(choice),
        );
        const subject: Subject = { ...usual, options: { [name]: choice } };
        return contenderInfo({ subject, variantOf: subjectKey(usual), dimensions });
      }),
  );
  return [contenderInfo({ subject: usual }), ...others.filter((one) => one.dimensions.length > 0)];
}

const sceneInfo = ({ id, name, title, dimensions, maxCount }: (typeof workScenes)[number]) => ({
  id,
  title: name,
  sentence: title,
  dimensions,
  maxCount: Math.min(maxCount, limits.max),
});

function makeCatalog(): Catalog {
  const others = adapters.map((adapter) =>
    contenderInfo({ subject: { side: sideOf(adapter), id: adapter.id, options: {} } }),
  );
  const wrong = controls.map(({ id }) =>
    contenderInfo({ subject: { side: 'control', id, options: {} } }),
  );
  return {
    scenes: workScenes.map(sceneInfo) satisfies SceneInfo[],
    phases: phaseIds.map(phaseInfo),
    contenders: [...structures.flatMap(structureInfos), ...others, ...wrong],
  };
}

let made: Catalog | undefined;

export function benchCatalog(): Catalog {
  made ??= makeCatalog();
  return made;
}
