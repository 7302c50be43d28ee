/**
 * The browser and the operating system are parsed from user agent strings, for browsers without
 * client hints.
 */

import { expect, test } from 'vitest';
import { hostFromText } from '../../../web/playground/src/bench/environment.js';

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    { runtime: 'Firefox 140.0', os: 'X11; Linux x86_64; rv:140.0' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.3351.55',
    { runtime: 'Edge 138.0.3351.55', os: 'Windows NT 10.0; Win64; x64' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0.0.0 Safari/537.36',
    { runtime: 'Chrome 138.0.0.0', os: 'X11; Linux x86_64' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    { runtime: 'Safari 18.5', os: 'Macintosh; Intel Mac OS X 10_15_7' },
  ],
  ['curl/8.5.0', { runtime: 'unknown', os: 'unknown' }],
])('%s', (text, host) => {
  expect(hostFromText(text)).toEqual({ ...host, cpu: 'unknown' });
});
