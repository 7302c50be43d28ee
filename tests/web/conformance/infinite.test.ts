import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { infiniteChecks } from './infinite.js';

describeSuite('boxes without an end', infiniteChecks, allSubjects());
