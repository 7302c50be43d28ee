import { filterChecks } from '../conformance/filters.js';
import { formChecks } from '../conformance/forms.js';
import { queryChecks } from '../conformance/queries.js';
import { describeSuite } from '../support/checks.js';
import { loadedEntries, subjectsOf } from './entries.js';

// slim shares its module and the code of its classes with the entry point that contains the bytes
const entries = (await loadedEntries()).filter(({ name }) => !name.endsWith('/slim'));
const subjects = entries.flatMap(subjectsOf);

// few cases are enough: all cases test the same code as part of sapwood/all
describeSuite('queries', (subject) => queryChecks(subject, 6, 6), subjects);
describeSuite('filters', filterChecks, subjects);
describeSuite('forms', formChecks, subjects);
