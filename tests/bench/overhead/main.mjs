/**
 * `npm run bench -- overhead`: measures the overhead of query methods in JavaScript. The overhead
 * is the time of a query without results, minus the time of the WASM export that the method calls.
 * The time of the export depends on the structure. The program is plain JavaScript, so that every
 * version of Node runs it.
 */
import { init, WideTree, World } from 'sapwood/2d';
// internal module, to call the WASM exports directly
import { stateOf } from '../../../web/sapwood/dist/index-base.js';

const CALLS = 4000;
const ROUNDS = 301;
const WARM_UP = 20;
const BODIES = 1000;

/** Arguments in each form that the methods accept. They describe queries far from all boxes. */
const FORMS = {
  'typed array': {
    box: new Float32Array([-500, -500, -499, -499]),
    point: new Float32Array([-500, -500]),
    direction: new Float32Array([-1, 0]),
  },
  array: { box: [-500, -500, -499, -499], point: [-500, -500], direction: [-1, 0] },
  object: {
    box: { min: { x: -500, y: -500 }, max: { x: -499, y: -499 } },
    point: { x: -500, y: -500 },
    direction: { x: -1, y: 0 },
  },
};

/**
 * JavaScript expressions for each method: the call of the WASM export, and the call of the method.
 * No call finds an item, so every value is 0 or false.
 */
const CALLED = {
  overlaps: ['sapwood_overlaps_any(h, -500, -500, -499, -499, 0, 0, -1, -1)', 'overlaps(box)'],
  queryBoxInto: [
    'sapwood_query_box(h, -500, -500, -499, -499, 0, 0, -1, -1)',
    'queryBoxInto(box, out)',
  ],
  queryBox: ['sapwood_query_box(h, -500, -500, -499, -499, 0, 0, -1, -1)', 'queryBox(box).length'],
  queryPointInto: ['sapwood_query_point(h, -500, -500, 0, -1, -1)', 'queryPointInto(point, out)'],
  raycast: [
    'sapwood_raycast(h, -500, -500, 0, -1, 0, 0, Infinity, -1, -1)',
    'raycast(point, direction) !== null',
  ],
  nearest: ['sapwood_nearest(h, -500, -500, 0, 1, 10, -1, -1)', 'nearest(point, 1, 10).ids.length'],
};

/**
 * Returns a separately compiled function that repeats a call and returns the sum of its results.
 */
function repeated(call, values) {
  const body = `return (calls) => {
    let sum = 0;
    for (let i = 0; i < calls; i += 1) sum += Number(${call});
    return sum;
  };`;
  return new Function(...Object.keys(values), body)(...Object.values(values));
}

function casesOf(name, index) {
  const { address: h, core } = stateOf(index);
  const out = new Uint32Array(16);
  return Object.entries(CALLED).flatMap(([method, [raw, call]]) => [
    { name, method, form: 'raw', run: repeated(`exports.${raw}`, { exports: core.calls, h }) },
    ...Object.entries(FORMS).map(([form, given]) => ({
      name,
      method,
      form,
      run: repeated(`index.${call}`, { index, out, ...given }),
    })),
  ]);
}

/** Measures all cases alternately. Returns the cases with their median times in nanoseconds. */
function measure(cases) {
  const times = cases.map(() => []);
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [i, { method, run }] of cases.entries()) {
      const start = performance.now();
      const sum = run(CALLS);
      const time = ((performance.now() - start) / CALLS) * 1e6;
      if (sum !== 0) throw new Error(`${method} found something`);
      if (round >= 0) times[i].push(time);
    }
  }
  return cases.map((one, i) => {
    const sorted = times[i].sort((a, b) => a - b);
    return { ...one, time: sorted[sorted.length >> 1] };
  });
}

function table(measured) {
  const head = '| index | call | argument | raw export, ns | call, ns | overhead, ns |';
  let raw = 0;
  const lines = measured.flatMap(({ name, method, form, time }) => {
    if (form === 'raw') raw = time;
    const numbers = [raw, time, time - raw].map((ns) => ns.toFixed(0));
    return form === 'raw' ? [] : [`| ${[name, `\`${method}\``, form, ...numbers].join(' | ')} |`];
  });
  return [head, '|---|---|---|--:|--:|--:|', ...lines].join('\n');
}

await init();
const boxes = Array.from({ length: BODIES }, (_, i) => {
  const [x, y] = [(i % 32) * 10, Math.floor(i / 32) * 10];
  return [x, y, x + 1, y + 1];
});
const tree = new WideTree();
tree.build(boxes.flat());
const world = new World({ broadphase: 'wide-tree' });
for (const box of boxes) world.add(box);
world.step();
const measured = measure([...casesOf('WideTree', tree), ...casesOf('World', world)]);
console.log(`Node ${process.versions.node}, median of ${ROUNDS} interleaved rounds\n`);
console.log(table(measured));
