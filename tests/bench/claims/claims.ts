/**
 * The claims of the literature that this library rests on or contradicts, each with our figure and the command that
 * makes it. A test holds every verdict against its figure.
 */

import type { Claim } from './claim';
import { ofHierarchies } from './of-hierarchies';
import { ofTheSurvey } from './of-the-survey';

export const claims: readonly Claim[] = [...ofHierarchies, ...ofTheSurvey];
