/**
 * Measures allocation on the JavaScript heap with V8's sampling profiler at an interval of one
 * byte.
 */

import { Session } from 'node:inspector/promises';

export const FRAMES = 10_000;
export const WARM_UP = 10_000;
/**
 * Maximum number of bytes in a test that expects no allocation: 8 per frame, which is half of the
 * smallest object. V8 itself allocates a few numbers whenever it optimizes a function again.
 */
export const LARGEST = 8 * FRAMES;

const session = new Session();
session.connect();

export const endSampling = () => session.disconnect();

/** Returns the bytes that functions of the package and of the test allocate during the frames. */
export async function bytesOf(frames: number, frame: (i: number) => unknown): Promise<number> {
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 1,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as never);
  for (let i = 0; i < frames; i++) frame(i);
  const { profile } = await session.post('HeapProfiler.stopSampling');
  const count = (node: (typeof profile)['head']): number => {
    const { url, functionName } = node.callFrame;
    const own = /sapwood|core\.mjs|no-allocation/.test(url) && functionName !== 'bytesOf';
    return (own ? node.selfSize : 0) + node.children.reduce((sum, child) => sum + count(child), 0);
  };
  return count(profile.head);
}
