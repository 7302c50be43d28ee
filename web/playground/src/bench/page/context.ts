/** The state of the Bench page, handed down the tree. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { BenchState } from './bench-state.js';

export const BenchContext = createContext<BenchState | null>(null);

export function useBench(): BenchState {
  const bench = useContext(BenchContext);
  if (!bench) throw new Error('useBench: outside the Bench page');
  return bench;
}
