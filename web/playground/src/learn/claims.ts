/**
 * Published claims with this project's measurements. They are loaded from `claims.json`, which
 * contains the claims of `docs/claims.md`.
 */

import { signal } from '@preact/signals';

export interface Claim {
  readonly text: string;
  readonly verdict: 'reproduced' | 'qualified' | 'refuted';
  readonly found: string;
  readonly source: string;
}

/** Published claims; empty until they are loaded. */
export const claims = signal<readonly Claim[]>([]);

export async function loadClaims(): Promise<void> {
  const response = await fetch('./claims.json');
  if (!response.ok) throw new Error(`claims.json: ${response.status} ${response.statusText}`);
  claims.value = (await response.json()).claims;
}
