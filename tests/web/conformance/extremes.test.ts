import { describeSuite } from '../support/checks.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';
import { extremeChecks } from './extremes.js';

describeSuite('extremes', extremeChecks, [...allSubjects(), ...variantSubjects()]);
