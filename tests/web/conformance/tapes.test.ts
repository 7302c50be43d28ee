import { describeSuite } from '../support/checks.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';
import { tapeChecks } from './tapes.js';

describeSuite('mutation tapes', tapeChecks, [...allSubjects(), ...variantSubjects()]);
