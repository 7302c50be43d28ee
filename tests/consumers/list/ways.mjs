// What many consumers share: the files of a program, and how the package's separate module fails where it cannot be had.

/** A page, as its author writes it. */
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

/** A page for a bundler that is given a script: the finished page names the bundle. */
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

/** A program for a command line. */
export const PRINT = { 'src/main.js': 'print.js', 'src/pairs.js': 'pairs.js' };

/** What the message of an error must name where the module cannot be had. */
const REMEDY = /init\(\{ wasm|sapwood\/3d/;

/** The bundler does not copy the file that `new URL('…', import.meta.url)` names. */
export const NOT_COPIED = {
  only: 'separate',
  says: /cannot load .*core\.wasm: HTTP status 404/,
  names: REMEDY,
  why: 'the bundler does not copy `core.wasm`',
};

/** The remedy for a page: the file, copied beside the page, and its address. */
export const COPY = ['cp', 'node_modules/sapwood/dist/wasm/all/core.wasm', 'dist'];

/** A script that is no module has no address of its own. */
export const NO_ADDRESS = {
  only: 'separate',
  says: /Invalid URL|reading the value threw|cannot load/,
  names: REMEDY,
  why: 'a classic script has no `import.meta.url` to locate `core.wasm`',
};

/** The bundler puts the code elsewhere, without the file. */
export const NOT_BESIDE = {
  only: 'separate',
  says: /cannot load .*core\.wasm: the file cannot be read/,
  names: REMEDY,
  why: 'there is no `core.wasm` next to the bundle',
};
