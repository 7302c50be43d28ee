/** Bytes allocated on the JavaScript heap, measured by V8's sampling at an interval of one byte. */

import { Session } from 'node:inspector/promises';

export const FRAMES = 10_000;
export const WARM_UP = 10_000;
/**
 * Half of the smallest object per frame. V8 allocates a few numbers when it optimizes again, regardless of the number
 * of frames.
 */
export const LARGEST = 8 * FRAMES;

const session = new Session();
session.connect();

export const endSampling = () => session.disconnect();

/** Bytes allocated during the frames by functions of the package or of the test. */
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
