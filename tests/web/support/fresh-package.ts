/**
 * The package as it is before anybody has called init(), with a module and a memory of its own.
 */

import { vi } from 'vitest';

export type Package = typeof import('sapwood/all');

export async function freshPackage(): Promise<Package> {
  vi.resetModules();
  return import('sapwood/all');
}
