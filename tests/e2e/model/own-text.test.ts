/**
 * The text of tables is parsed: quotes, separators, line ends and numbers. Invalid text is rejected
 * with its position.
 */

import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../web/playground/src/features/own/read-csv.js';

const boxesOf = (text: string) => [...readCsv(text).boxes];
const header = 'minX,minY,maxX,maxY';
const two = [0, 0, 1, 1, 2, 2, 3, 3];

describe('a table is read', () => {
  test.each([
    ['quoted cells', '"minX","minY","maxX","maxY"\n"0","0","1","1"\n"2","2","3","3"', two],
    ['labels with blanks', `${header},name\n0,0,1,1,a big tree\n2,2,3,3,the house`, two],
    ['labels with blanks in front', `name,${header}\na big tree,0,0,1,1\nthe house,2,2,3,3`, two],
    ['quoted labels with commas', `name,${header}\n"Smith, John",0,0,1,1\n"a, b, c",2,2,3,3`, two],
    ['quoted quotes', `name,${header}\n"5"" nail",0,0,1,1\n"say ""a, b""",2,2,3,3`, two],
    ['a quoted label of two lines', `name,${header}\n"one\ntwo",0,0,1,1\nx,2,2,3,3`, two],
    ['a quote in a label', `name,${header}\n5" nail,0,0,1,1\n6" nail,2,2,3,3`, two],
    ['blanks after the separators', `${header}, name\n0, 0, 1, 1, "a, b"\n2, 2, 3, 3, c`, two],
    ['empty labels', `name,${header},kind\n,0,0,1,1,\n,2,2,3,3,`, two],
    ['an empty label in the middle', 'minX,minY,id,maxX,maxY\n0,0,,1,1\n2,2,,3,3', two],
    ['CR line ends', `${header}\r0,0,1,1\r2,2,3,3\r`, two],
    ['CRLF line ends', `${header}\r\n0,0,1,1\r\n2,2,3,3\r\n`, two],
    ['mixed line ends', `${header}\r\n0,0,1,1\n2,2,3,3\r`, two],
    ['a byte order mark', `\ufeff${header}\n0,0,1,1\n2,2,3,3`, two],
    [
      'a byte order mark before a quote',
      `\ufeff"minX","minY","maxX","maxY"\n0,0,1,1\n2,2,3,3`,
      two,
    ],
    ['semicolons', `${header.replaceAll(',', ';')}\n0;0;1;1\n2;2;3;3`, two],
    ['tabs', `${header.replaceAll(',', '\t')}\n0\t0\t1\t1\n2\t2\t3\t3`, two],
    ['bars', `${header.replaceAll(',', '|')}\n0|0|1|1\n2|2|3|3`, two],
    ['several blanks', 'minX  minY maxX maxY\n 0   0  1 1\n2 2  3   3 ', two],
    ['a separator at the end', `${header},\n0,0,1,1,\n2,2,3,3,`, two],
    ['empty lines and comments', `# boxes\n\n${header}\n0,0,1,1\n,,,\n# more\n2,2,3,3\n\n`, two],
    ['an index without a name', `,${header}\n0,0,0,1,1\n1,2,2,3,3`, two],
    ['a title above the names', `My boxes\n${header}\n0,0,1,1\n2,2,3,3`, two],
    ['names in a comment', '# cx cy w h\n0.5 0.5 1 1\n2.5 2.5 1 1', two],
    [
      'a line that names the separator',
      `sep=;\n${header.replaceAll(',', ';')}\n0;0;1;1\n2;2;3;3`,
      two,
    ],
    ['a line that names the separator only', 'sep=;\n0;0;1;1\n2;2;3;3', two],
    ['labels without names', 'tree,0,0,1,1\nhouse,2,2,3,3', two],
    ['labels with blanks without names', 'a tree,0,0,1,1\na house,2,2,3,3', two],
    [
      'decimal commas in quotes',
      'x,y\n"0,5","1,25"\n"2,5","3"',
      [0.5, 1.25, 0.5, 1.25, 2.5, 3, 2.5, 3],
    ],
    [
      'decimal commas after semicolons',
      'x;y\n0,5;1,25\n2,125;3',
      [0.5, 1.25, 0.5, 1.25, 2.125, 3, 2.125, 3],
    ],
    [
      'decimal commas after tabs',
      'x\ty\n0,5\t1,25\n2,5\t3',
      [0.5, 1.25, 0.5, 1.25, 2.5, 3, 2.5, 3],
    ],
    [
      'three decimals beside others',
      'x,y\n"1,125","0,5"\n"2","3"',
      [1.125, 0.5, 1.125, 0.5, 2, 3, 2, 3],
    ],
    ['exponents and signs', 'x,y\n1e2,-2.5E-1\n+3,.5', [100, -0.25, 100, -0.25, 3, 0.5, 3, 0.5]],
    ['a minus of typography', 'x,y\n\u22121,2\n3,4', [-1, 2, -1, 2, 3, 4, 3, 4]],
  ])('with %s', (_what, text, boxes) => {
    expect(boxesOf(text)).toEqual(boxes);
  });
});

describe('a table is rejected with row and column', () => {
  test.each([
    [
      'a label that starts with #',
      `id,${header}\n#11,0,0,1,1\n#12,2,2,3,3`,
      'Line 2: the row starts with # and has as many cells as the rows before it.',
    ],
    [
      'an empty cell between numbers',
      '1,,2,3\n4,4,5,5',
      'Line 1, column 2: expected a number, found an empty cell',
    ],
    [
      'an empty cell in a later row',
      '0,0,1,1\n1,,2,3',
      'Line 2, column 2: expected a number, found an empty cell',
    ],
    [
      'an empty cell below a name',
      `${header}\n0,0,1,1\n2,2,,3`,
      'Line 3, column 3 (maxX): expected a number, found an empty cell',
    ],
    [
      'an empty cell at the end',
      'name,x,y\na,1,2\nb,1,',
      'Line 3, column 3 (y): expected a number, found an empty cell',
    ],
    [
      'nan in the first row',
      'nan,0,1,1\n2,2,3,3',
      'Line 1, column 1: expected a number, found “nan”',
    ],
    ['a first row of nan', 'nan,nan\n2,2', 'Line 1, column 1: expected a number, found “nan”'],
    [
      'NaN below names',
      `${header}\n0,NaN,1,1`,
      'Line 2, column 2 (minY): expected a number, found “NaN”',
    ],
    ['null', 'x,y\n1,null', 'Line 2, column 2 (y): expected a number, found “null”'],
    ['Infinity', 'x,y\n1,Infinity', 'Line 2, column 2 (y): expected a number, found “Infinity”'],
    [
      'a hexadecimal number',
      'x,y\n1,0x10',
      'Line 2, column 2 (y): expected a number, found “0x10”',
    ],
    [
      'a number with a unit',
      'x,y\n1,12px',
      'Line 2, column 2 (y): expected a number, found “12px”',
    ],
    [
      'a letter in a number',
      '0,0,1,1O\n2,2,3,3',
      'Line 1, column 4: expected a number, found “1O”',
    ],
    [
      'a text in a column of numbers',
      'x,0,1,1\n2,2,3,3',
      'Line 2, column 1: expected text, found a number',
    ],
    [
      'a thousands separator and a point',
      'x,y\n1,"1,234.5"',
      'Line 2, column 2 (y): 1,234.5 has a thousands separator',
    ],
    [
      'two thousands separators',
      'x,y\n1,"1,234,567"',
      'Line 2, column 2 (y): 1,234,567 has a thousands separator',
    ],
    [
      'points as thousands separators',
      'x;y\n1;1.234,5',
      'Line 2, column 2 (y): 1.234,5 has a thousands separator',
    ],
    ['apostrophes', "x,y\n1,1'234", "Line 2, column 2 (y): 1'234 has a thousands separator"],
    [
      'blanks as thousands separators',
      'x;y\n1;1 234',
      'Line 2, column 2 (y): 1 234 has a thousands separator',
    ],
    [
      'a comma that may be either',
      'x,y\n1,"1,234"',
      'Line 2, column 2 (y): 1,234 could have a thousands separator or a decimal comma',
    ],
    [
      'points and commas',
      'x,y\n1.5,"2,5"',
      'Line 2, column 2 (y): 2,5 has a decimal comma, but 1.5 (Line 2, column 1 (x)) a decimal point',
    ],
    ['decimal commas without quotes', 'x,y\n0,5,1,5', 'Line 2: expected 2 numbers, found 4'],
    [
      'a label with a comma without quotes',
      'x,y,name\n1,2,Smith, John',
      'Line 2: expected 3 cells, found 4. Put cells',
    ],
    ['a row that is too short', 'x,y,name\n1', 'Line 2: expected 3 cells, found 1'],
    ['a quote that is not closed', 'x,y\n1,2\n"3,4\n5,6', 'Line 3: a quoted cell is not closed'],
    [
      'the row after a cell of two lines',
      'name,x,y\n"a\nb",1,2\nc,1,z',
      'Line 4, column 3 (y): expected a number, found “z”',
    ],
    ['units below the names', 'x,y\nm,m\n1,2', 'Line 2: expected numbers, found “m m”'],
    ['commas and blanks', '0,5 1,5\n2,5 3,5', 'Line 1, column 2: expected a number, found “5 1”'],
  ])('for %s', (_what, text, message) => {
    expect(() => readCsv(text)).toThrow(message);
  });
});

test('a file with only a header is rejected', () => {
  expect(() => readCsv(`${header}\n`)).toThrow('The file has no lines of numbers.');
  expect(() => readCsv('')).toThrow('The file has no lines of numbers.');
});
