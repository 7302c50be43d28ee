// Edge workers: V8 hosts that forbid compiling WebAssembly from bytes at run time.

const BUNDLE = [
  'esbuild',
  'src/main.js',
  '--bundle',
  '--format=esm',
  '--loader:.wasm=copy',
  '--asset-names=core',
  '--outdir=dist',
];

const worker = (program) => ({
  programs: { 'src/main.js': program, 'src/pairs.js': 'pairs.js' },
  fixture: 'fixtures/edge',
  commands: [BUNDLE],
  prints: ['workerd', 'test', 'worker.capnp'],
});

export const EDGE = [
  {
    name: 'edge',
    title: 'workerd',
    tools: { workerd: '1.20261117.1', esbuild: '0.28.2' },
    ways: [
      // init() of the entry point `sapwood` does not accept a module, because this entry point has
      // two modules
      { way: 'module', ...worker('edge.js'), skips: ['.'] },
      {
        way: 'bytes',
        ...worker('edge-bytes.js'),
        skips: ['./all'],
        fails: [
          {
            only: 'all',
            logPattern: /this host does not allow WebAssembly to be compiled from bytes/,
            hintPattern: /init\(\{ wasm: module \}\) of sapwood\/2d\/slim/,
            why: 'edge workers cannot compile bytes; import `core.wasm` and call `init({ wasm })`',
          },
        ],
      },
    ],
  },
];
