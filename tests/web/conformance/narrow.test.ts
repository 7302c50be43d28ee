import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { narrowChecks } from './narrow.js';

describeSuite('narrow phases', narrowChecks, allSubjects());
