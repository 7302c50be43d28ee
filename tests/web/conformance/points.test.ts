import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { pointChecks } from './points.js';

describeSuite('points', pointChecks, allSubjects());
