import { describeSuite } from '../support/checks.js';
import { inOneDimension } from '../support/subjects.js';
import { volumeChecks } from './volumes.js';

describeSuite('volumes', volumeChecks, inOneDimension());
