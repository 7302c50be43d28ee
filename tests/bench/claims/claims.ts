/**
 * Claims of the literature that this library relies on or contradicts, with the measured figure and
 * its command. A test compares every verdict with its figure.
 */

import type { Claim } from './claim';
import { ofHierarchies } from './of-hierarchies';
import { ofTheSurvey } from './of-the-survey';

export const claims: readonly Claim[] = [...ofHierarchies, ...ofTheSurvey];
