/** Columns of a file by their names: a height is the extent of y beside a width, and else an altitude. */

import { expect, test } from 'vitest';
import { readCsv } from '../../../web/playground/src/features/own/read-csv.js';

test.each([
  ['x,y,width,height', '10,20,1,2', [10, 20, 11, 22], ''],
  ['x,y,width,height,z', '10,20,1,2,30', [10, 20, 30, 11, 22, 30], ''],
  ['x,y,width,height,depth', '10,20,1,2,3', [10, 20, 11, 22], 'depth'],
  ['x,y,z,width,height,depth', '10,20,30,1,2,3', [10, 20, 30, 11, 22, 33], ''],
  ['width,height,depth,x,y,z', '1,2,3,10,20,30', [10, 20, 30, 11, 22, 33], ''],
  ['x,y,altitude', '10,20,30', [10, 20, 30, 10, 20, 30], ''],
  ['name,lat,lon', 'A,46,7', [7, 46, 7, 46], 'name'],
])('%s', (names, line, box, passed) => {
  const { boxes, dimensions, understood } = readCsv(`${names}\n${line}`);
  expect([...boxes]).toEqual(box);
  expect(dimensions).toBe(box.length / 2);
  expect(understood?.split('; ignored: ')[1] ?? '').toBe(passed);
});
