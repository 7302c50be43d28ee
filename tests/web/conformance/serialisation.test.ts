import { describeSuite } from '../support/checks.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';
import { serialisationChecks } from './serialisation.js';

describeSuite('bytes', serialisationChecks, [...allSubjects(), ...variantSubjects()]);
