/**
 * Program with the page's boxes, structures, options and query. It requires only the package. Many
 * boxes are stored in a separate file.
 */

import { className, importLines, list, literal } from '../../model/code-words.js';
import { constructorOptions } from '../../model/page-options.js';
import type { QueryShape } from '../../model/query-shape.js';
import type { Choice, Session } from '../../session/session.js';

/**
 * Maximum number of boxes in the code. More boxes are stored in `BOX_FILE`, so that the code stays
 * readable.
 */
const MAX_BOXES_IN_TEXT = 50;
export const BOX_FILE = 'boxes.json';

export interface Snippet {
  readonly code: string;
  /** Content of BOX_FILE, which the program imports; null if the program contains the boxes. */
  readonly file: string | null;
}

function queryLines(shape: QueryShape): string[] {
  switch (shape.kind) {
    case 'box':
      return [`const ids = index.queryBox(${list(shape.box)});`];
    case 'sphere':
      return [`const ids = index.querySphere(${list(shape.center)}, ${shape.radius});`];
    case 'ray':
      return [
        `const { ids } = index.raycastAll(${list(shape.origin)}, ${list(shape.direction)}, ${shape.length});`,
      ];
    case 'nearest':
      return [`const { ids } = index.nearest(${list(shape.center)}, ${shape.k});`];
    case 'frustum':
      return shape.frustum
        ? [
            '// six planes: normal x, y, z and constant of each; ids are ordered front to back',
            `const ids = index.queryFrustum(${list(shape.frustum.planes)}, { eye: ${list(shape.frustum.eye)} });`,
          ]
        : [];
    default:
      return [];
  }
}

function structureLines(
  { entry, options }: Choice,
  shape: QueryShape,
  sceneBounds: Float32Array,
): string[] {
  const query = queryLines(shape);
  const fields = Object.entries(constructorOptions(options, sceneBounds)).map(
    ([name, value]) => `${name}: ${literal(value)}`,
  );
  const argument = fields.length > 0 ? `{ ${fields.join(', ')} }` : '';
  const hasQuery = query.length > 0;
  return [
    '{',
    `  const index = new ${className(entry.id)}(${argument});`,
    '  index.build(boxes);',
    ...query.map((line) => `  ${line}`),
    ...(hasQuery ? ['  const { nodeVisits, itemTests } = index.counters();'] : []),
    ...(hasQuery
      ? [
          `  console.log(\`${entry.id}: \${ids.length} hits, \${nodeVisits} node visits, \${itemTests} item tests\`);`,
        ]
      : []),
    `  console.log(\`${entry.id}: \${index.pairs().length / 2} pairs\`);`,
    '  index.dispose();',
    '}',
  ];
}

const CORNERS = {
  2: 'minX, minY, maxX, maxY',
  3: 'minX, minY, minZ, maxX, maxY, maxZ',
} as const;

/** Formats one box per line, with numbers that parse to the same float32. */
function boxRows(boxes: Float32Array, stride: number): string[] {
  return Array.from({ length: boxes.length / stride }, (_, id) =>
    list(boxes.subarray(id * stride, (id + 1) * stride)).slice(1, -1),
  );
}

/** Generates the program. `about` describes the boxes in a comment. */
export function snippet(session: Session, about: string): Snippet {
  const { boxes, frame, shape, sides } = session;
  const { dimensions } = shape;
  const rows = boxRows(boxes, 2 * dimensions);
  const inText = rows.length <= MAX_BOXES_IN_TEXT;
  const source = inText
    ? ['const boxes = Float32Array.of(', ...rows.map((row) => `  ${row},`), ');']
    : ['const boxes = new Float32Array(list);'];
  const code = [
    ...(inText ? [] : [`import list from './${BOX_FILE}' with { type: 'json' };`]),
    ...importLines(
      sides.map(({ entry }) => entry.id),
      dimensions,
    ),
    '',
    `// ${about}, frame ${frame}; ${CORNERS[dimensions]} of each box`,
    ...source,
    '',
    ...sides.flatMap((side) => structureLines(side, shape, session.source.sceneBounds)),
    '',
  ].join('\n');
  return { code, file: inText ? null : `[\n${rows.join(',\n')}\n]\n` };
}
