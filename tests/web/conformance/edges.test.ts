import { describeSuite } from '../support/checks.js';
import { allSubjects, variantSubjects } from '../support/subjects.js';
import { edgeChecks } from './edges.js';

describeSuite('edges', edgeChecks, [...allSubjects(), ...variantSubjects()]);
