/** What the literature says and what we found, as `docs/claims.md` has it. */

import { signal } from '@preact/signals';

export interface Claim {
  readonly text: string;
  readonly verdict: 'reproduced' | 'qualified' | 'refuted';
  readonly found: string;
  readonly source: string;
}

/** Empty until they have come. */
export const claims = signal<readonly Claim[]>([]);

export async function loadClaims(): Promise<void> {
  const response = await fetch('./claims.json');
  if (!response.ok) throw new Error(`claims.json: ${response.status} ${response.statusText}`);
  claims.value = (await response.json()).claims;
}
