import { describeSuite } from '../support/checks.js';
import { allSubjects } from '../support/subjects.js';
import { formChecks } from './forms.js';

describeSuite('forms of the query verbs', formChecks, allSubjects());
