/** A program with the structure of an answer, to paste: it runs as it is, and its boxes are to be replaced. */

import { className, literal } from '../../model/code-words.js';
import type { Contender } from './measured.js';
import type { Question } from './question.js';

/** Two boxes that overlap. */
const sample = {
  2: ['0, 0, 2, 2,', '1, 1, 3, 3,'],
  3: ['0, 0, 0, 2, 2, 2,', '1, 1, 1, 3, 3, 3,'],
} as const;

const corners = {
  2: 'minX, minY, maxX, maxY',
  3: 'minX, minY, minZ, maxX, maxY, maxZ',
} as const;

function followLines({ following }: Contender, { share }: Question): string[] {
  if (share === 0) return [];
  const line = {
    rebuild: ['index.build(boxes); // a rebuild is faster than an update here'],
    refit: ['index.update(boxes); // keeps the nodes and recomputes their bounds'],
    incremental: [
      'const ids = Uint32Array.of(0); // ids of the boxes that moved, ascending',
      'index.moveMany(ids, boxes.subarray(0, 2 * index.dimensions)); // their new boxes',
    ],
  }[following ?? 'rebuild'];
  return ['', '// each frame', ...line];
}

function askLines({ ask, dimensions }: Question): string[] {
  const point = dimensions === 2 ? '[1, 1]' : '[1, 1, 1]';
  switch (ask) {
    case 'collisions':
      return ['const pairs = index.pairs(); // two ids per pair', 'console.log(pairs);'];
    case 'neighbors':
      return [
        `const found = index.nearest(${point}, 8);`,
        'console.log(found.ids, found.distances);',
      ];
    case 'rays': {
      const direction = dimensions === 2 ? '[1, 0]' : '[1, 0, 0]';
      return [
        `const hit = index.raycast(${point}, ${direction}, 100); // the closest hit, or null`,
        'console.log(hit);',
      ];
    }
    case 'camera':
      return [
        '// six planes that face inwards: normal x, y, z and constant of each',
        'const planes = [1, 0, 0, 9, -1, 0, 0, 9, 0, 1, 0, 9, 0, -1, 0, 9, 0, 0, 1, 9, 0, 0, -1, 9];',
        'console.log(index.queryFrustum(planes)); // ids of the boxes in view',
      ];
    default:
      return [
        `console.log(index.queryBox([${sample[dimensions][0].replace(/,$/, '')}])); // ids of the boxes that it touches`,
      ];
  }
}

export function codeFor(question: Question, contender: Contender): string | null {
  const { structure, options } = contender;
  if (structure === null) return null;
  const { dimensions } = question;
  const made = Object.entries({ dimensions, ...options })
    .map(([name, value]) => `${name}: ${literal(value)}`)
    .join(', ');
  return [
    `import { ${[className(structure), 'init'].sort().join(', ')} } from 'sapwood/all';`,
    '',
    'await init();',
    `// your boxes: ${corners[dimensions]} of each`,
    'const boxes = Float32Array.of(',
    ...sample[dimensions].map((line) => `  ${line}`),
    ');',
    `const index = new ${className(structure)}({ ${made} });`,
    'index.build(boxes);',
    ...followLines(contender, question),
    ...askLines(question),
    '',
  ].join('\n');
}
