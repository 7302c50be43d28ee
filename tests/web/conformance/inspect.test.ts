import { describeSuite } from '../support/checks.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';
import { inspectChecks } from './inspect.js';

describeSuite('looking inside', inspectChecks, [...allSubjects(), ...variantSubjects()]);
