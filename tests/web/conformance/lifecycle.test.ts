import { describeSuite } from '../support/checks.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';
import { lifecycleChecks } from './lifecycle.js';

describeSuite('life of an index', lifecycleChecks, [...allSubjects(), ...variantSubjects()]);
