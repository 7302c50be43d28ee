import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { memoryChecks } from './memory.js';

describeSuite('memory', memoryChecks, allSubjects());
