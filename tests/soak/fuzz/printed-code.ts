/** Prints recorded calls of an index as a C++ test and a TypeScript test. */

import type { Choice } from '../../web/tapes/checked-queries.js';
import { optionNumbers } from '../../web/tapes/kept-tape.js';
import type { Damage } from '../../web/tapes/tape-reader.js';
import type { RecordedCall } from './recorded-calls.js';

const titleOf = ({ structure, dimensions }: Choice) => `${structure} ${dimensions}D`;

/** Returns the shortest decimal number that is parsed to this float32 value. */
function decimal(value: number): string {
  if (Object.is(value, -0)) return '-0';
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(value);
}

// --- TypeScript ---------------------------------------------------------------------------------

function typescriptArgument(argument: unknown): string {
  if (argument instanceof Float32Array) {
    return `new Float32Array([${Array.from(argument, decimal).join(', ')}])`;
  }
  if (typeof argument === 'number') return decimal(argument);
  return argument === undefined ? 'undefined' : JSON.stringify(argument);
}

export function typescriptTest(choice: Choice, calls: readonly RecordedCall[]): string {
  const lines = calls.map(({ method, args }) => {
    const given = args.slice(0, args.findLastIndex((one) => one !== undefined) + 1);
    return `  index.${method}(${given.map(typescriptArgument).join(', ')});`;
  });
  return [
    `test('found by the fuzzer: ${titleOf(choice)}', () => {`,
    `  const index = new CheckedIndex(${JSON.stringify(choice)});`,
    ...lines,
    '  index.finish();',
    '});',
  ].join('\n');
}

// --- C++ ----------------------------------------------------------------------------------------

function float(value: number): string {
  if (value === Infinity) return 'HUGE_VALF';
  const text = decimal(value);
  return `${/[.e]/.test(text) ? text : `${text}.0`}f`;
}

class CppPrinter {
  constructor(private readonly dimensions: number) {}

  call({ method, args }: RecordedCall): string[] {
    const printed = this.arguments(method, args);
    const name =
      CPP_NAMES[method] ?? method.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [`  index.${name}(${printed.join(', ')});`];
  }

  private arguments(method: string, args: readonly unknown[]): string[] {
    const numbers = args as readonly Float32Array[];
    switch (method) {
      case 'raycast':
        return [this.ray(args), this.filter(args[3], true)];
      case 'raycasts':
        return [this.list('Ray', this.cut(numbers[0], 2 * this.dimensions + 1).map(this.flatRay))];
      case 'nearestMany':
        return [this.list('Point', this.cut(numbers[0], this.dimensions).map(point)), `${args[1]}`];
      case 'queryFrustum':
        return [this.frustum(args), this.filter(args[3], true)];
      case 'move':
        return [`${args[0]}`, this.box(numbers[1]), numbers[2] ? point(numbers[2]) : '{}'];
      case 'moveMany':
        return [`std::vector<Id>{${args[0]}}`, this.boxes(numbers[1])];
      case 'loadDamaged':
        return [damage(args[0] as Damage)];
      case 'refuseMemory':
        return [`${args[0]}`, `AllocationFailure::${args[1] === 0 ? 'kOne' : 'kThisAndLater'}`];
      default:
        return args.map((argument) => this.argument(method, argument));
    }
  }

  private argument(method: string, argument: unknown): string {
    if (typeof argument === 'number') {
      return method === 'querySphere'
        ? float(argument)
        : argument === Infinity
          ? 'HUGE_VALF'
          : `${argument}`;
    }
    if (!(argument instanceof Float32Array))
      return this.filter(argument, method.startsWith('query') || method === 'nearest');
    if (BOX_LISTS.has(method)) return this.boxes(argument);
    return argument.length === this.dimensions ? point(argument) : this.box(argument);
  }

  private box(box: Float32Array): string {
    const { dimensions } = this;
    return `{${point(box.subarray(0, dimensions))}, ${point(box.subarray(dimensions))}}`;
  }
  private boxes(boxes: Float32Array): string {
    const each = this.cut(boxes, 2 * this.dimensions).map((box) => this.box(box));
    return this.list('Aabb', each);
  }
  private list(type: string, items: readonly string[]): string {
    return `std::vector<${type}<${this.dimensions}>>{${items.join(', ')}}`;
  }
  private cut(flat: Float32Array, size: number): Float32Array[] {
    return Array.from({ length: flat.length / size }, (_, i) =>
      flat.subarray(i * size, (i + 1) * size),
    );
  }
  private readonly flatRay = (ray: Float32Array): string => {
    const { dimensions } = this;
    const [origin, direction] = [
      ray.subarray(0, dimensions),
      ray.subarray(dimensions, 2 * dimensions),
    ];
    return `{${point(origin)}, ${point(direction)}, ${float(ray[2 * dimensions])}}`;
  };
  private ray([origin, direction, reach]: readonly unknown[]): string {
    const ends = [origin, direction].map((end) => point(end as Float32Array));
    return `{${ends.join(', ')}, ${float(Math.fround(reach as number))}}`;
  }
  private frustum([planes, eye, limit]: readonly unknown[]): string {
    const rows = this.cut(planes as Float32Array, 4).map((row) => point(row));
    return `{{{${rows.join(', ')}}}, ${point(eye as Float32Array)}, ${limit}}`;
  }
  private filter(filter: unknown, ofQuery: boolean): string {
    if (filter === undefined) return ofQuery ? 'Filter::any()' : '{}';
    const { category, mask } = filter as { category: number; mask: number };
    return `{${category >>> 0}u, ${mask >>> 0}u}`;
  }
}

const CPP_NAMES: Readonly<Record<string, string>> = {
  buildStaged: 'build',
  updateStaged: 'update',
};
const BOX_LISTS = new Set([
  'build',
  'buildStaged',
  'update',
  'updateStaged',
  'insertMany',
  'beginBuild',
  'merge',
  'queryBoxes',
  'pairsWith',
]);

function point(values: Float32Array): string {
  return `{${Array.from(values, float).join(', ')}}`;
}

function damage({ resealed, edits }: Damage): string {
  const list = edits.map(({ kind, at, value, from }) => `{${kind}, ${at}, ${value}, ${from}}`);
  return `{${resealed}, {${list.join(', ')}}}`;
}

export function cppTest(choice: Choice, calls: readonly RecordedCall[]): string {
  const { structure, dimensions } = choice;
  const printer = new CppPrinter(dimensions);
  const options = optionNumbers(choice).join(', ');
  return [
    `TEST(Found, ${structure.replace(/-/g, '_')}_${dimensions}d) {`,
    '  Report report;',
    `  const std::vector<f64> options{${options}};`,
    `  CheckedIndex<${dimensions}> index(`,
    `      subject_with_id<${dimensions}>("${structure}")->maker_with(options), report);`,
    ...calls.flatMap((call) => printer.call(call)),
    '  index.finish();',
    '  EXPECT_TRUE(report.ok()) << report.text();',
    '}',
  ].join('\n');
}
