import { init } from 'sapwood/all';
import { goldenRows, playGoldens } from '../../../web/tapes/golden-tapes.js';
import { type FuzzRequest, runFuzz } from '../run-fuzz.js';

/** Functions of the page that the driver calls. */
const calls = {
  /**
   * Returns the structures for which golden tapes (recorded operations) do not have the recorded
   * hashes in the page.
   */
  async wrongGoldens(): Promise<string[]> {
    await init();
    return goldenRows
      .filter(({ structure, dimensions, hashes }) => {
        return playGoldens(structure, dimensions).join() !== hashes.join();
      })
      .map(({ structure, dimensions }) => `${structure} ${dimensions}D`);
  },
  async fuzz(request: FuzzRequest) {
    await init();
    return runFuzz(request);
  },
};
Object.assign(globalThis, { soak: calls });
