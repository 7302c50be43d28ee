import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { badInputChecks } from './bad-input.js';

describeSuite('bad input', badInputChecks, allSubjects());
