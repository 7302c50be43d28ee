// Parts that several consumers share: lists of program files, and failures to load a separate WASM
// file.

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

/** Files of a page and of a script that a bundler bundles. The page loads the bundle. */
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

export const PRINT = { 'src/main.js': 'print.js', 'src/pairs.js': 'pairs.js' };

/** Hint that the error message must contain if the module cannot be loaded. */
const HINT = /init\(\{ wasm|sapwood\/3d/;

/**
 * Failure of bundlers that do not copy a file that the code loads by `new URL('…',
 * import.meta.url)`.
 */
export const NOT_COPIED = {
  only: 'separate',
  logPattern: /cannot load .*core\.wasm: HTTP status 404/,
  hintPattern: HINT,
  why: 'the bundler does not copy `core.wasm`',
};

/**
 * Build command that copies the WASM file to the folder of the page, for bundlers that do not copy
 * it.
 */
export const COPY = ['cp', 'node_modules/sapwood/dist/wasm/all/core.wasm', 'dist'];

/** Failure of scripts that are not ES modules, so `import.meta.url` is not defined. */
export const NO_ADDRESS = {
  only: 'separate',
  logPattern: /Invalid URL|reading the value threw|cannot load/,
  hintPattern: HINT,
  why: 'a classic script has no `import.meta.url` to locate `core.wasm`',
};

/** Failure of bundlers that write the code to another folder but do not copy the WASM file. */
export const NOT_BESIDE = {
  only: 'separate',
  logPattern: /cannot load .*core\.wasm: the file cannot be read/,
  hintPattern: HINT,
  why: 'there is no `core.wasm` next to the bundle',
};
