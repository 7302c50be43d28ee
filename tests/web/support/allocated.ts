/** Bytes that are allocated on the JavaScript heap, by the host's own sampling at an interval of one byte. */

import { Session } from 'node:inspector/promises';

export const FRAMES = 10_000;
export const WARM_UP = 10_000;
/**
 * Half of the smallest object a frame. The host's compiler allocates a few numbers while it turns to optimized code
 * again, whatever the number of frames.
 */
export const LARGEST = 8 * FRAMES;

const session = new Session();
session.connect();

export const endSampling = () => session.disconnect();

/** Bytes allocated while it runs, by functions of this package or by those of the test that call it. */
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
