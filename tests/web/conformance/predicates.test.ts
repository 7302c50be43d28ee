import { describeSuite } from '../support/checks.js';
import { representatives } from '../support/subjects.js';
import { predicateChecks } from './predicates.js';

// predicates are asked by what all structures share
describeSuite('predicates', predicateChecks, representatives());
