/** Files of a visitor with nothing in them. */

import { expect, test } from 'vitest';
import { readJson } from '../../../web/playground/src/features/own/read-boxes.js';

test.each([[[]], [{ boxes: [] }], [{ boxes: 7 }], [{}], [null], ['0,0,1,1']])(
  '%j has no boxes, and is told what would have some',
  (root) => {
    expect(() => readJson(root)).toThrow(
      'Expected a list of boxes, an object with `boxes`, or GeoJSON.',
    );
  },
);
