import { describeSuite } from '../support/checks.js';
import { inOneDimension } from '../support/subjects.js';
import { neighbourChecks } from './neighbours.js';

describeSuite('neighbours', neighbourChecks, inOneDimension());
