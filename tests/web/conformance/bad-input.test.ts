import { describeSuite } from '../support/checks.js';
import { representatives } from '../support/subjects.js';
import { badInputChecks } from './bad-input.js';

// refusals come from code that all structures share
describeSuite('bad input', badInputChecks, representatives());
