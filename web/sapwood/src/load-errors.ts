import { type ErrorCode, isSapwoodError, SapwoodError } from './errors.js';
import { version } from './version.js';

export function loadError(name: string, what: string, cause?: unknown): SapwoodError {
  const detail = cause instanceof Error ? ` (${cause.message})` : '';
  return new SapwoodError('not-initialized', `init: cannot load ${name}: ${what}${detail}`, {
    cause,
  });
}

const HINT =
  'if a bundler left the file out, pass its URL to init({ wasm }), or import sapwood/2d or sapwood/3d, which need no file';

/** Adds a suggested solution to the message if the file of an entry point could not be loaded. */
export function withHint(error: unknown): unknown {
  const isLoadError =
    isSapwoodError(error) && (error.code === 'not-initialized' || error.code === 'bad-data');
  if (!isLoadError || error.message.endsWith(HINT)) return error;
  return new SapwoodError(error.code, `${error.message}; ${HINT}`, { cause: error.cause });
}

export function importError(cause: unknown): SapwoodError {
  const isForbidden = /(ServiceWorker|Worklet)GlobalScope/.test(
    Object.prototype.toString.call(globalThis),
  );
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SapwoodError(
    isForbidden ? 'unsupported' : 'not-initialized',
    `init: a dynamic import failed (${reason}); import sapwood/2d or sapwood/3d, which import nothing at run time`,
    { cause },
  );
}

/** Returns the error for a call of `init()` without the option `wasm` in a slim entry point. */
export function missingWasm(entry: string): SapwoodError {
  return new SapwoodError(
    'invalid-argument',
    `init options.wasm: pass ${entry}/core.wasm as a URL, bytes or a WebAssembly.Module, or import ${entry}, which contains it`,
  );
}

export function compileError(cause: unknown, name: string): SapwoodError {
  const forbidden = forbiddenError(cause);
  if (forbidden !== undefined) return forbidden;
  const reason = cause instanceof Error ? cause.message : String(cause);
  // some browsers throw RangeError if a large module is compiled on the main thread
  const code: ErrorCode = cause instanceof RangeError ? 'unsupported' : 'bad-data';
  return new SapwoodError(code, `init: cannot compile ${name}: ${reason}`, { cause });
}

export function linkError(cause: unknown): SapwoodError {
  const forbidden = forbiddenError(cause);
  if (forbidden !== undefined) return forbidden;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SapwoodError(
    cause instanceof RangeError ? 'out-of-memory' : 'bad-data',
    `init: cannot instantiate the module (${reason}); expected core.wasm of sapwood ${version}`,
    { cause },
  );
}

const EMBEDDER =
  'this host does not allow WebAssembly to be compiled from bytes; import sapwood/2d/core.wasm (or 3d) as a module and pass it to init({ wasm }) of sapwood/2d/slim';
const POLICY =
  "the page's Content-Security-Policy forbids WebAssembly; add 'wasm-unsafe-eval' to its script-src";

/** Returns the error if the host forbids compilation, otherwise undefined. */
function forbiddenError(cause: unknown): SapwoodError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const { name, message } = cause;
  const isPolicy = name === 'EvalError' || /security policy|unsafe-eval|\bCSP\b/i.test(message);
  if (!isPolicy && !/embedder/.test(message)) return undefined;
  const reason = isPolicy ? POLICY : EMBEDDER;
  return new SapwoodError('unsupported', `init: ${reason}`, { cause });
}

/**
 * Throws if the module belongs to another entry point or version, according to its custom section.
 */
export function checkOwner(module: WebAssembly.Module, entry: string): void {
  const expectedOwner = `${entry} ${version}`;
  const [section] = WebAssembly.Module.customSections(module, 'sapwood');
  const owner = section && String.fromCharCode(...new Uint8Array(section));
  if (owner === expectedOwner) return;
  const got = owner === undefined ? 'a module of another library' : `the module of ${owner}`;
  throw new SapwoodError('bad-data', `init: expected the module of ${expectedOwner}, got ${got}`);
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d];
const SHOWN_BYTES = 16;

/**
 * Throws if the bytes are not a WebAssembly module. The message shows the first bytes, because
 * servers often send an HTML page for a missing file.
 */
export function checkMagic(bytes: Uint8Array, name: string): void {
  if (MAGIC.every((byte, i) => bytes[i] === byte)) return;
  const first = bytes.subarray(0, SHOWN_BYTES);
  const hex = Array.from(first, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const text = String.fromCharCode(...first).replace(/[^ -~]/g, '.');
  const kind = text.trimStart().startsWith('<') ? 'HTML' : 'a file';
  const got = first.length === 0 ? '0 bytes' : `${kind} that begins with ${hex} (${text})`;
  throw new SapwoodError(
    'bad-data',
    `init: expected a WebAssembly module from ${name}, got ${got}`,
  );
}
