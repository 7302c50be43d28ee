import { describeSuite } from '../support/checks.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';
import { serializationChecks } from './serialization.js';

describeSuite('bytes', serializationChecks, [...allSubjects(), ...variantSubjects()]);
