import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { volumeChecks } from './volumes.js';

describeSuite('volumes', volumeChecks, allSubjects());
