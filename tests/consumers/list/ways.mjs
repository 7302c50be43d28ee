// Common parts of consumers: files of programs, and failures to load the separate module.

/** Files of a page. */
export const PAGE = {
  'index.html': 'index.html',
  'src/main.js': 'page.js',
  'src/pairs.js': 'pairs.js',
};

export const WORKER_PAGE = {
  ...PAGE,
  'src/main.js': 'page-with-worker.js',
  'src/worker.js': 'worker.js',
};

/** Files of a page for a bundler that bundles a script. The page refers to the bundle. */
export const BUNDLED_PAGE = {
  'dist/index.html': 'bundled.html',
  'src/main.js': 'page.js',
  'src/pairs.js': 'pairs.js',
};

export const BUNDLED_WORKER_PAGE = {
  ...BUNDLED_PAGE,
  'src/main.js': 'page-with-worker.js',
  'src/worker.js': 'worker.js',
};

export const CLASSIC_PAGE = { ...BUNDLED_PAGE, 'dist/index.html': 'classic.html' };

/** Files of a command-line program. */
export const PRINT = { 'src/main.js': 'print.js', 'src/pairs.js': 'pairs.js' };

/** Hint that the error must contain if the module cannot be loaded. */
const HINT = /init\(\{ wasm|sapwood\/3d/;

/** Failure of bundlers that do not copy the file in `new URL('…', import.meta.url)`. */
export const NOT_COPIED = {
  only: 'separate',
  logPattern: /cannot load .*core\.wasm: HTTP status 404/,
  hintPattern: HINT,
  why: 'the bundler does not copy `core.wasm`',
};

/** Remedy for a page: copies the file to the folder of the page. */
export const COPY = ['cp', 'node_modules/sapwood/dist/wasm/all/core.wasm', 'dist'];

/** Failure of scripts that are not ES modules and have no URL. */
export const NO_ADDRESS = {
  only: 'separate',
  logPattern: /Invalid URL|reading the value threw|cannot load/,
  hintPattern: HINT,
  why: 'a classic script has no `import.meta.url` to locate `core.wasm`',
};

/** Failure of bundlers that move the code but not the WASM file. */
export const NOT_BESIDE = {
  only: 'separate',
  logPattern: /cannot load .*core\.wasm: the file cannot be read/,
  hintPattern: HINT,
  why: 'there is no `core.wasm` next to the bundle',
};
