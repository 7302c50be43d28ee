import { SapwoodError } from './errors.js';
import { compileBytes, type FileSources } from './init.js';
import { compileError, loadError } from './load-errors.js';
import { nodeModule } from './node-module.js';
import { isResponse, isUrl } from './wasm-source.js';

interface FileSystem {
  readFileSync(path: URL | string): Uint8Array<ArrayBuffer>;
}

export const files: FileSources = {
  compile(source) {
    if (typeof source === 'string') return compileFrom(resolve(source));
    if (isUrl(source)) return compileFrom(source);
    return isResponse(source) ? compileResponse(source) : undefined;
  },
  read: readFile,
};

function resolve(address: string): URL | string {
  try {
    return new URL(address, globalThis.location?.href);
  } catch {
    return address; // without a page, it is a path in Node
  }
}

async function compileFrom(address: URL | string): Promise<WebAssembly.Module> {
  const name = String(address);
  const isFile = typeof address === 'string' || address.protocol === 'file:';
  if (isFile && nodeModule<FileSystem>('node:fs') !== undefined)
    return compileBytes(readFile(address, name), name);
  let response: Response;
  try {
    response = await fetch(address);
  } catch (cause) {
    throw loadError(name, 'the request failed', cause);
  }
  return compileResponse(response, name);
}

async function compileResponse(response: Response, name = response.url || 'the given response') {
  if (!response.ok) throw loadError(name, `HTTP status ${response.status}`);
  if (response.bodyUsed) throw loadError(name, 'the body of the response was already read');
  // `compileStreaming` requires exactly this type, without parameters
  const type = response.headers.get('content-type')?.trim().toLowerCase();
  if (type === 'application/wasm' && 'compileStreaming' in WebAssembly) {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (cause) {
      throw compileError(cause, name);
    }
  }
  let bytes: ArrayBuffer;
  try {
    bytes = await response.arrayBuffer();
  } catch (cause) {
    throw loadError(name, 'the transfer was interrupted', cause);
  }
  return compileBytes(bytes, name);
}

function readFile(address: URL | string, name: string): Uint8Array<ArrayBuffer> {
  const files = nodeModule<FileSystem>('node:fs');
  if (files === undefined) {
    throw new SapwoodError(
      'unsupported',
      'initSync: pass options.wasm; only Node.js can read the file synchronously',
    );
  }
  try {
    return files.readFileSync(address);
  } catch (cause) {
    throw loadError(name, 'the file cannot be read', cause);
  }
}
