import { describeSuite } from '../support/checks.js';
import { inOneDimension } from '../support/subjects.js';
import { memoryChecks } from './memory.js';

describeSuite('memory', memoryChecks, inOneDimension());
