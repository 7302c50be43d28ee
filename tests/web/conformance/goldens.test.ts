import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { goldenChecks } from './goldens.js';

describeSuite('golden values', goldenChecks, allSubjects());
