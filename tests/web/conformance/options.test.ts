import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { optionChecks } from './options.js';

describeSuite('options', optionChecks, allSubjects());
