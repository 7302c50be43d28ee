import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { neighbourChecks } from './neighbours.js';

describeSuite('neighbours', neighbourChecks, allSubjects());
