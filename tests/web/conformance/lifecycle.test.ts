import { describeSuite } from '../support/checks.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';
import { fullVolume } from '../support/volume.js';
import { lifecycleChecks } from './lifecycle.js';

describeSuite('life of an index', lifecycleChecks, [
  ...allSubjects(),
  ...(fullVolume ? variantSubjects() : []),
]);
