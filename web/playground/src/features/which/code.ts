/**
 * Generates a complete program for the recommended structure. The program creates boxes like the
 * measured boxes, and has a function that moves and queries them in each frame.
 */

import { className, importLines, literal } from '../../model/code-words.js';
import type { Contender } from './measured.js';
import type { Question } from './question.js';

const corners = {
  2: 'minX, minY, maxX, maxY',
  3: 'minX, minY, minZ, maxX, maxY, maxZ',
} as const;

const side = { 2: 'Math.sqrt(2 * count)', 3: 'Math.cbrt(4 * count)' } as const;

function boxLines({ count, dimensions }: Question): string[] {
  const stride = 2 * dimensions;
  return [
    `// ${corners[dimensions]} of each box; replace them with your own`,
    `const count = ${count};`,
    `const boxes = new Float32Array(${stride} * count);`,
    `const side = ${side[dimensions]}; // each box overlaps about two others`,
    'for (let id = 0; id < count; id++) {',
    `  for (let axis = 0; axis < ${dimensions}; axis++) {`,
    '    const low = side * Math.random();',
    `    boxes[${stride} * id + axis] = low;`,
    `    boxes[${stride} * id + ${dimensions} + axis] = low + 0.5 + Math.random();`,
    '  }',
    '}',
  ];
}

/** Returns the code for the query position: the center of the boxes. */
function placeLines({ task, dimensions }: Question): string[] {
  const middle = Array(dimensions).fill('side / 2').join(', ');
  const corner = (sign: string) => Array(dimensions).fill(`side / 2 ${sign} 2`).join(', ');
  const axes = dimensions === 2 ? '[1, 0]' : '[1, 0, 0]';
  switch (task) {
    case 'collisions':
      return [];
    case 'neighbors':
      return [`const point = [${middle}];`];
    case 'rays':
      return [`const origin = [${middle}];`, `const direction = ${axes}; // a unit vector`];
    case 'camera':
      return [
        '// six planes that face inwards: normal x, y, z and constant of each',
        'const planes = [1, 0, 0, 0, -1, 0, 0, 9, 0, 1, 0, 0, 0, -1, 0, 9, 0, 0, 1, 0, 0, 0, -1, 9];',
      ];
    case 'ranges':
      return [`const region = [${corner('-')}, ${corner('+')}];`];
  }
}

const queries: Readonly<Record<Question['task'], readonly [call: string, comment: string]>> = {
  collisions: ['index.pairs()', 'ids of the boxes that overlap, two per pair'],
  neighbors: ['index.nearest(point, 8)', 'ids and distances, the nearest first'],
  rays: ['index.raycast(origin, direction, side)', 'the closest hit, or null'],
  camera: ['index.queryFrustum(planes)', 'ids of the boxes in view'],
  ranges: ['index.queryBox(region)', 'ids of the boxes that touch the region'],
};

/** Returns the code that updates the index by the fastest measured method. */
function followLine({ following }: Contender): string {
  switch (following) {
    case 'refit':
      return '  index.update(boxes); // keeps the nodes and recomputes their bounds';
    case 'incremental':
      return '  index.moveMany(ids, moved); // only the boxes that moved';
    default:
      return '  index.build(boxes); // a rebuild is faster than an update here';
  }
}

function motionLines(contender: Contender, { dimensions, share }: Question): string[] {
  const stride = 2 * dimensions;
  const moving = share === 100 ? 'count' : `Math.ceil(${share / 100} * count)`;
  const moved =
    contender.following === 'incremental'
      ? [`const moved = boxes.subarray(0, ${stride} * ids.length);`]
      : [];
  return [
    '// ids of the boxes that move, ascending',
    `const ids = Uint32Array.from({ length: ${moving} }, (_, id) => id);`,
    ...moved,
    '',
    'function move() {',
    '  for (const id of ids) {',
    `    for (let axis = 0; axis < ${dimensions}; axis++) {`,
    '      const step = 0.1 * (Math.random() - 0.5);',
    `      boxes[${stride} * id + axis] += step;`,
    `      boxes[${stride} * id + ${dimensions} + axis] += step;`,
    '    }',
    '  }',
    '}',
    '',
  ];
}

function frameLines(contender: Contender, question: Question): string[] {
  const [call, comment] = queries[question.task];
  if (question.share === 0) return [`const found = ${call}; // ${comment}`];
  return [
    ...motionLines(contender, question),
    'function frame() {',
    '  move();',
    followLine(contender),
    `  return ${call}; // ${comment}`,
    '}',
    '',
    'let found;',
    'for (let i = 0; i < 10; i++) found = frame(); // in a game: once per frame',
  ];
}

export function codeFor(question: Question, contender: Contender): string {
  const { structure, options } = contender;
  const made = Object.entries(options).map(([name, value]) => `${name}: ${literal(value)}`);
  const given = made.length > 0 ? `{ ${made.join(', ')} }` : '';
  return [
    ...importLines([structure], question.dimensions),
    '',
    ...boxLines(question),
    '',
    ...placeLines(question),
    `const index = new ${className(structure)}(${given});`,
    'index.build(boxes);',
    '',
    ...frameLines(contender, question),
    'console.log(found);',
    '',
  ].join('\n');
}
