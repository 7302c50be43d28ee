import { describeSuite } from '../support/checks.js';
import { inOneDimension } from '../support/subjects.js';
import { narrowChecks } from './narrow.js';

describeSuite('narrow phases', narrowChecks, inOneDimension());
