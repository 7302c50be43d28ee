/**
 * A program that asks the library what the page asks: same boxes, same structure and options, same query. It needs
 * nothing but the package. Many boxes come from a file beside it, as text they would fill pages.
 */

import { className, list, literal } from '../../model/code-words.js';
import { constructed } from '../../model/page-options.js';
import type { QueryShape } from '../../model/query-shape.js';
import type { Choice, Session } from '../../session/session.js';
import type { Dimensions } from '../../state/settings.js';

/** As base64: 60 KB of text at the most. */
const MOST_BYTES_IN_TEXT = 45_000;
export const BOX_FILE = 'boxes.f32';

export interface Snippet {
  readonly code: string;
  /** What the program reads from BOX_FILE; null where it holds the boxes itself. */
  readonly file: Uint8Array<ArrayBuffer> | null;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
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
  home: Float32Array,
): string[] {
  const query = queryLines(shape);
  const made = Object.entries({ dimensions: shape.dimensions, ...constructed(options, home) })
    .map(([name, value]) => `${name}: ${literal(value)}`)
    .join(', ');
  const asked = query.length > 0;
  return [
    '{',
    `  const index = new ${className(entry.id)}({ ${made} });`,
    '  index.build(boxes);',
    ...query.map((line) => `  ${line}`),
    ...(asked ? ['  const { nodeVisits, itemTests } = index.counters();'] : []),
    ...(asked
      ? [
          `  console.log(\`${entry.id}: \${ids.length} hits, \${nodeVisits} node visits, \${itemTests} item tests\`);`,
        ]
      : []),
    `  console.log(\`${entry.id}: \${index.pairs().length / 2} pairs\`);`,
    '  index.dispose();',
    '}',
  ];
}

function boxLines(text: string): string[] {
  return [
    `const bytes = Uint8Array.from(atob('${text}'), (byte) => byte.charCodeAt(0));`,
    'const boxes = new Float32Array(bytes.buffer);',
  ];
}

function fileLines(): string[] {
  return [
    `// save ${BOX_FILE} with the button of the page; in a browser, use fetch instead`,
    "const { readFile } = await import('node:fs/promises');",
    `const boxes = new Float32Array(new Uint8Array(await readFile('${BOX_FILE}')).buffer);`,
  ];
}

function corners(dimensions: Dimensions): string {
  return `minimum corner, then maximum corner: ${2 * dimensions} numbers per box`;
}

/** `about` says what the boxes are. */
export function snippet(session: Session, about: string): Snippet {
  const { boxes, frame, shape, sides } = session;
  const bytes = new Uint8Array(boxes.slice().buffer);
  const inText = bytes.length <= MOST_BYTES_IN_TEXT;
  const classes = [...new Set(sides.map(({ entry }) => className(entry.id)))].sort();
  const program = (source: readonly string[]) =>
    [
      `import { ${[...classes, 'init'].join(', ')} } from 'sapwood/all';`,
      '',
      'await init();',
      `// ${about}, frame ${frame}; ${corners(shape.dimensions)}`,
      ...source,
      '',
      ...sides.flatMap((side) => structureLines(side, shape, session.source.home)),
      '',
    ].join('\n');
  return inText
    ? { code: program(boxLines(base64(bytes))), file: null }
    : { code: program(fileLines()), file: bytes };
}
