/** A file says nothing that is too long to show. */

import { describe, expect, test } from 'vitest';
import { Fault } from '../../../web/playground/src/bench/model';
import { Place } from '../../../web/playground/src/bench/report-check';

describe('a text', () => {
  const place = new Place('run.json');

  test('as long as may be is taken', () => {
    expect(place.text('x'.repeat(2000))).toHaveLength(2000);
    expect(place.text('four', 4)).toBe('four');
  });

  test.each([
    ['longer by one letter', 'x'.repeat(2001), undefined],
    ['longer than this place has room for', 'fives', 4],
    ['a number', 7, undefined],
    ['none', null, undefined],
  ])('%s is refused', (_, value, most) => {
    expect(() => place.text(value, most)).toThrow(Fault);
  });
});
