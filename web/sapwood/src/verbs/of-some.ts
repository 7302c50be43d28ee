/** Re-exports methods that only some structures have, for their classes. */

export { beginBuild } from './content.js';
export {
  type BuildStep,
  building,
  commit,
  type RebuildState,
  type RebuildStep,
  shiftOrigin,
  step,
  stepBuild,
  stepWork,
} from './progressive.js';
export {
  type CulledItems,
  type CullReport,
  cull,
  cullInto,
  cullReport,
} from './query.js';
export {
  giveSpace,
  type MergeReport,
  merge,
  mergeReport,
  optimize,
  rebuild,
  refit,
  spaceOf,
} from './tuning.js';
