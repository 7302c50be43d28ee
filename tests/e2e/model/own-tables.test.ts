/** Boxes and points are read from tables in CSV and JSON files by the names of the columns. */

import { describe, expect, test } from 'vitest';
import { readJson } from '../../../web/playground/src/features/own/read-boxes.js';
import { readCsv } from '../../../web/playground/src/features/own/read-csv.js';
import type { FileError, Readings } from '../../../web/playground/src/model/own-data.js';

type Row = readonly number[];
type Case = readonly [columns: string, row: Row, box: Row];

const corners: readonly Case[] = [
  ['minX,minY,maxX,maxY', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['xmin,xmax,ymin,ymax', [1, 3, 2, 5], [1, 2, 3, 5]],
  ['min_x,min_y,min_z,max_x,max_y,max_z', [1, 2, 3, 4, 6, 8], [1, 2, 3, 4, 6, 8]],
  ['MinX,MinY,MinZ,MaxX,MaxY,MaxZ', [1, 2, 3, 4, 6, 8], [1, 2, 3, 4, 6, 8]],
  ['x0,y0,x1,y1', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['x1,y1,x2,y2', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['west,south,east,north', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['minLon,minLat,maxLon,maxLat', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['lowerBound.x,lowerBound.y,upperBound.x,upperBound.y', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['llx,lly,urx,ury', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['left,bottom,right,top', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['left,top,right,bottom', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['left,top,right,bottom', [1, 5, 3, 2], [1, 2, 3, 5]],
  ['xtl,ytl,xbr,ybr', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['left,right,bottom,top,near,far', [1, 2, 3, 4, 5, 6], [1, 3, 5, 2, 4, 6]],
  ['southWest.lat,southWest.lng,northEast.lat,northEast.lng', [2, 1, 5, 3], [1, 2, 3, 5]],
  ['topLeft.x,topLeft.y,bottomRight.x,bottomRight.y', [1, 2, 3, 5], [1, 2, 3, 5]],
  ['x,y,width,height,top,right,bottom,left', [1, 2, 2, 3, 2, 3, 5, 1], [1, 2, 3, 5]],
  ['filename,width,height,xmin,ymin,xmax,ymax', [7, 640, 480, 1, 2, 3, 5], [1, 2, 3, 5]],
];

const sizes: readonly Case[] = [
  ['x,y,width,height', [10, 20, 1, 2], [10, 20, 11, 22]],
  ['x,y,w,h', [10, 20, 1, 2], [10, 20, 11, 22]],
  ['x,y,z,width,height,depth', [10, 20, 30, 1, 2, 3], [10, 20, 30, 11, 22, 33]],
  ['width,height,depth,x,y,z', [1, 2, 3, 10, 20, 30], [10, 20, 30, 11, 22, 33]],
  ['x,y,z,dx,dy,dz', [10, 20, 30, 1, 2, 3], [10, 20, 30, 11, 22, 33]],
  ['x,y,z,length,width,height', [10, 20, 30, 1, 2, 3], [10, 20, 30, 11, 22, 33]],
  ['left,top,width,height', [10, 20, 1, 2], [10, 20, 11, 22]],
  ['left,bottom,width,height', [10, 20, 1, 2], [10, 20, 11, 22]],
  ['xmin,ymin,width,height', [10, 20, 1, 2], [10, 20, 11, 22]],
  ['right,bottom,width,height', [10, 20, 1, 2], [9, 20, 10, 22]],
  ['cx,cy,w,h', [10, 20, 2, 4], [9, 18, 11, 22]],
  ['cx,cy,width,height', [10, 20, 2, 4], [9, 18, 11, 22]],
  ['x_center,y_center,width,height', [10, 20, 2, 4], [9, 18, 11, 22]],
  ['centerX,centerY,centerZ,sizeX,sizeY,sizeZ', [10, 20, 30, 2, 4, 6], [9, 18, 27, 11, 22, 33]],
  ['center.x,center.y,center.z,size.x,size.y,size.z', [1, 2, 3, 2, 4, 6], [0, 0, 0, 2, 4, 6]],
  ['centerX,centerY,sizeX,sizeY', [10, 20, 2, 4], [9, 18, 11, 22]],
  ['x,y,halfWidth,halfHeight', [10, 20, 2, 4], [8, 16, 12, 24]],
  ['x,y,z,hx,hy,hz', [10, 20, 30, 1, 2, 3], [9, 18, 27, 11, 22, 33]],
  ['x,y,radius', [10, 20, 2], [8, 18, 12, 22]],
  ['cx,cy,rx,ry', [10, 20, 2, 3], [8, 17, 12, 23]],
  ['cx,cy,cz,rx,ry,rz', [10, 20, 30, 1, 2, 3], [9, 18, 27, 11, 22, 33]],
  ['x,y,length,width', [10, 20, 1, 2], [10, 20, 11, 22]],
  ['center.x,center.y,extents.x,extents.y', [10, 20, 2, 4], [8, 16, 12, 24]],
  ['translation.x,translation.y,halfExtents.x,halfExtents.y', [10, 20, 2, 4], [8, 16, 12, 24]],
  ['x,y,width,height,yaw', [10, 20, 1, 2, 0], [10, 20, 11, 22]],
  ['x,y,z,diameter', [10, 20, 30, 2], [9, 19, 29, 11, 21, 31]],
  ['x,y,width,height,z', [10, 20, 1, 2, 30], [10, 20, 30, 11, 22, 30]],
];

const points: readonly Case[] = [
  ['x,y', [1, 2], [1, 2, 1, 2]],
  ['x,y,z', [1, 2, 3], [1, 2, 3, 1, 2, 3]],
  ['longitude,latitude,height', [7, 46, 500], [7, 46, 500, 7, 46, 500]],
  ['lat,lon,alt', [46, 7, 500], [7, 46, 500, 7, 46, 500]],
  ['x,y,height', [1, 2, 9], [1, 2, 9, 1, 2, 9]],
  ['x,y,elevation', [1, 2, 9], [1, 2, 9, 1, 2, 9]],
  ['easting,northing', [1, 2], [1, 2, 1, 2]],
  ['x,y,width', [1, 2, 9], [1, 2, 1, 2]],
  ['x,y,depth', [1, 2, 9], [1, 2, 1, 2]],
  ['x,y,z,r,g,b', [1, 2, 3, 255, 0, 9], [1, 2, 3, 1, 2, 3]],
  ['x,y,radius,height', [1, 2, 5, 9], [1, 2, 9, 1, 2, 9]],
  ['x,y,z,radius,height', [1, 2, 3, 5, 9], [1, 2, 3, 1, 2, 3]],
  ['x,y,z,rx,ry,rz', [1, 2, 3, 0.1, 0.2, 0.3], [1, 2, 3, 1, 2, 3]],
  ['x,y,z,nx,ny,nz', [1, 2, 3, 0, 0, 1], [1, 2, 3, 1, 2, 3]],
  ['x,y,vx,vy', [1, 2, 9, 9], [1, 2, 1, 2]],
  ['x,y,scaleX,scaleY', [1, 2, 9, 9], [1, 2, 1, 2]],
  ['x,y,z,height', [1, 2, 3, 9], [1, 2, 3, 1, 2, 3]],
  ['x,y,bbox_2,bbox_3', [1, 2, 9, 9], [1, 2, 1, 2]],
  ['x_px,y_px', [1, 2], [1, 2, 1, 2]],
  ['X (m),Y (m)', [1, 2], [1, 2, 1, 2]],
];

const both: readonly Case[] = [
  [
    'frame,id,bb_left,bb_top,bb_width,bb_height,conf,x,y,z',
    [1, 1, 10, 20, 3, 4, 0.9, -1, -1, -1],
    [10, 20, 13, 24],
  ],
  ['bbox_x,bbox_y,bbox_width,bbox_height,x,y,z', [10, 20, 3, 4, 7, 8, 9], [10, 20, 13, 24]],
  ['x,y,z,left,top,right,bottom', [7, 8, 9, 10, 20, 13, 24], [10, 20, 13, 24]],
  ['minX,minY,maxX,maxY,x,y', [1, 2, 3, 5, 2, 3], [1, 2, 3, 5]],
  ['x1,y1,x2,y2,x_1,y_1,x_2,y_2', [1, 2, 3, 5, 6, 7, 8, 9], [1, 2, 3, 5]],
  ['bbox_0,bbox_1,bbox_2,bbox_3,bbox.2,bbox.3', [1, 2, 3, 5, 6, 7], [1, 2, 3, 5]],
];

const all = [...corners, ...sizes, ...points, ...both];

describe('the columns', () => {
  test.each(all)('%s of CSV are read', (columns, row, box) => {
    const { boxes, dimensions } = readCsv(`${columns}\n${row.join(',')}\n${row.join(',')}`);
    expect([...boxes]).toEqual([...box, ...box].map(Math.fround));
    expect(dimensions).toBe(box.length / 2);
  });

  test.each(all)('%s of JSON are read in the same way', (columns, row, box) => {
    const item = Object.fromEntries(columns.split(',').map((name, i) => [name, row[i]]));
    const { boxes, dimensions } = readJson([item, item]);
    expect([...boxes]).toEqual([...box, ...box].map(Math.fround));
    expect(dimensions).toBe(box.length / 2);
  });
});

test.each([
  ['minX,minY,maxX', '1,2,3', /columns minX, minY, maxX do not contain positions/],
  [
    'minX,minY,minZ,maxX,maxY',
    '1,2,3,4,5',
    /columns minX, minY, minZ, maxX, maxY do not contain positions/,
  ],
  ['x', '1', /columns x do not contain positions/],
  ['id,score,age,weight', '1,2,3,4', /columns id, score, age, weight do not contain positions/],
  ['x1,y1,x2,y2,x3,y3,x4,y4', '0,0,1,0,1,1,0,1', /do not contain positions/],
  ['x,x,y', '1,2,3', /Two columns have the name x/],
  ['x,y,width,height,yaw', '1,2,3,4,0.5', /Line 2: yaw is 0.5, but rotated boxes/],
  ['x,y,width,height', '1,2,-3,4', /Line 2: width is negative \(-3\)/],
])('the columns %s with %s are rejected', (columns, row, message) => {
  expect(() => readCsv(`${columns}\n${row}`)).toThrow(message);
});

test('bottom and top in different orders are rejected with the row', () => {
  const table = 'left,bottom,right,top\n0,0,1,1\n2,5,3,4';
  expect(() => readCsv(table)).toThrow('Line 3: bottom is greater than top');
});

describe('alternative interpretations', () => {
  const offered = (text: string): Readings | undefined => {
    try {
      return readCsv(text).readings;
    } catch (error) {
      return (error as FileError).readings;
    }
  };
  const read = (text: string, pattern: RegExp) => {
    const all = offered(text)?.all;
    const reading = all?.find(({ label }) => pattern.test(label));
    expect(reading, all?.map(({ label }) => label).join(' | ')).toBeDefined();
    const other = readCsv(text, undefined, reading?.id);
    expect(other.readings).toEqual({ used: reading?.id, all });
    return [...other.boxes];
  };

  test.each([
    ['x,y,width,height\n10,20,2,4', /2D boxes; x, y = center/, [9, 18, 11, 22]],
    ['x,y,width,height\n10,20,2,4', /2D points; x, y$/, [10, 20, 10, 20]],
    ['x,y,z,dx,dy,dz\n10,20,30,2,4,6', /3D boxes; x, y = center/, [9, 18, 27, 11, 22, 33]],
    ['left,top,width,height\n10,20,2,4', /y points up/, [10, 16, 12, 20]],
    [
      'center_x,center_y,extent_x,extent_y\n10,20,2,4',
      /2D boxes: .*extent_y = size/,
      [9, 18, 11, 22],
    ],
    ['x,y,height\n1,2,9', /2D points; x, y$/, [1, 2, 1, 2]],
    ['x,y,width,height,z\n10,20,1,2,30', /2D boxes; x, y = minimum corner/, [10, 20, 11, 22]],
    ['10,20,2,4', /2D boxes; minimum corner, then size/, [10, 20, 12, 24]],
    ['10,20,2,4', /2D boxes; center, then size/, [9, 18, 11, 22]],
    ['10,20,30,2,4,6', /3D boxes; center, then size/, [9, 18, 27, 11, 22, 33]],
    ['bb_left,bb_top,bb_width,bb_height,x,y,z\n1,2,3,4,7,8,9', /3D points/, [7, 8, 9, 7, 8, 9]],
  ] as const)('of %j include %s', (text, pattern, box) => {
    expect(read(text, pattern)).toEqual(box);
  });

  test('a file with one interpretation offers no alternatives', () => {
    expect(readCsv('minX,minY,maxX,maxY\n1,2,3,5').readings).toBeUndefined();
    expect(readCsv('x,y\n1,2').readings).toBeUndefined();
  });

  test('an error of one interpretation offers the alternatives', () => {
    expect(() => readCsv('10,20,2,4')).toThrow('Line 1: the minimum lies above the maximum.');
    expect(offered('10,20,2,4')?.all).toHaveLength(4);
  });
});

test('the message shows how columns were interpreted, and which were ignored', () => {
  expect(readCsv('id,cx,cy,w,h,kind\n1,2,3,4,5,tree').interpretation).toBe(
    '2D boxes: cx, cy = center; w, h = size; ignored: id, kind',
  );
});

test.each([
  ['x,y,width,height', '10,20,1,2', [10, 20, 11, 22], ''],
  ['x,y,width,height,z', '10,20,1,2,30', [10, 20, 30, 11, 22, 30], ''],
  ['x,y,width,height,depth', '10,20,1,2,3', [10, 20, 11, 22], 'depth'],
  ['x,y,z,width,height,depth', '10,20,30,1,2,3', [10, 20, 30, 11, 22, 33], ''],
  ['width,height,depth,x,y,z', '1,2,3,10,20,30', [10, 20, 30, 11, 22, 33], ''],
  ['x,y,altitude', '10,20,30', [10, 20, 30, 10, 20, 30], ''],
  ['name,lat,lon', 'A,46,7', [7, 46, 7, 46], 'name'],
])('%s', (names, line, box, passed) => {
  const { boxes, dimensions, interpretation } = readCsv(`${names}\n${line}`);
  expect([...boxes]).toEqual(box);
  expect(dimensions).toBe(box.length / 2);
  expect(interpretation?.split('; ignored: ')[1] ?? '').toBe(passed);
});
