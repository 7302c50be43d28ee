import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { filterChecks } from './filters.js';

describeSuite('filters', filterChecks, allSubjects());
