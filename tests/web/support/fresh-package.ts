/**
 * Loads a new instance of the package before init(). The instance has its own module and memory.
 */

import { vi } from 'vitest';

export type Package = typeof import('sapwood/all');

export async function freshPackage(): Promise<Package> {
  vi.resetModules();
  return import('sapwood/all');
}
