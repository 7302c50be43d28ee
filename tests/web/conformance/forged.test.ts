import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { forgedChecks } from './forged.js';

describeSuite('forged bytes', forgedChecks, allSubjects());
