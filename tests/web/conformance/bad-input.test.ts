import { describeSuite } from '../support/checks.js';
import { representatives } from '../support/subjects.js';
import { badInputChecks } from './bad-input.js';

// all structures share the code that rejects arguments
describeSuite('bad input', badInputChecks, representatives());
