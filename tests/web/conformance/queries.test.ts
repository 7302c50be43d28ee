import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { queryChecks } from './queries.js';

describeSuite('queries', queryChecks, allSubjects());
