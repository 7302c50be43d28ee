import { describeSuite } from '../support/checks.js';
import { inOneDimension } from '../support/subjects.js';
import { neighborChecks } from './neighbors.js';

describeSuite('neighbors', neighborChecks, inOneDimension());
