import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { freshPackage } from '../support/fresh-package.js';
import { wasmBytes, wasmFile, wasmUrl, works } from './package-folder.js';

// the smallest valid WASM module: magic number and version
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const PAGE = '<!doctype html><title>not found</title>';

let server: Server | undefined;

afterEach(() => {
  server?.close();
  server = undefined;
  vi.restoreAllMocks();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/core.wasm`;
}

const serveBody = (type: string, body: Uint8Array | string, status = 200) =>
  serve((_, response) => response.writeHead(status, { 'content-type': type }).end(body));

/** Checks that init() without options then succeeds. */
async function failure(options: object): Promise<{ code: string; message: string; name: string }> {
  const fresh = await freshPackage();
  const error = await fresh.init(options).then(
    () => expect.fail('init() succeeded'),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(fresh.SapwoodError);
  await fresh.init();
  expect(works(fresh)).toBe(true);
  return error;
}

describe('init() accepts', () => {
  const sources: [string, () => unknown][] = [
    ['nothing: its own file', () => undefined],
    ['a file URL', () => wasmUrl],
    ['a file URL as a string', () => wasmUrl.href],
    ['an absolute path', () => wasmFile],
    ['a relative path', () => relative(process.cwd(), wasmFile)],
    ['a Uint8Array', () => wasmBytes()],
    [
      'a view in the middle of a buffer',
      () => {
        const padded = new Uint8Array(wasmBytes().length + 7);
        padded.set(wasmBytes(), 5);
        return padded.subarray(5, padded.length - 2);
      },
    ],
    ['an ArrayBuffer', () => wasmBytes().buffer],
    ['a DataView', () => new DataView(wasmBytes().buffer)],
    ['a compiled module', () => new WebAssembly.Module(wasmBytes())],
    ['a Response', () => new Response(wasmBytes())],
    [
      'a Response of type application/wasm',
      () => {
        return new Response(wasmBytes(), { headers: { 'content-type': 'application/wasm' } });
      },
    ],
    [
      'a data: URL',
      () => `data:application/wasm;base64,${Buffer.from(wasmBytes()).toString('base64')}`,
    ],
  ];
  test.each(sources)('%s', async (_, source) => {
    const fresh = await freshPackage();
    await fresh.init({ wasm: source() as never });
    expect(works(fresh)).toBe(true);
  });

  test.each([
    'application/wasm',
    'application/wasm; charset=binary',
    'application/octet-stream',
    'text/plain',
  ])('an address that responds with type %s', async (type) => {
    const address = await serveBody(type, wasmBytes());
    for (const wasm of [address, new URL(address)]) {
      const fresh = await freshPackage();
      await fresh.init({ wasm });
      expect(works(fresh)).toBe(true);
    }
  });
});

describe('init() rejects', () => {
  test.each(['text/html', 'application/octet-stream'])(
    'a page of type %s; the message contains its address and first bytes',
    async (type) => {
      const address = await serveBody(type, PAGE);
      const { code, message } = await failure({ wasm: address });
      expect(code).toBe('bad-data');
      expect(message).toContain(address);
      expect(message).toContain('HTML');
      expect(message).toContain('3c 21 64 6f');
      expect(message).toContain('<!doctype html>');
    },
  );

  test('a page with the content type application/wasm', async () => {
    const address = await serveBody('application/wasm', PAGE);
    const { code, message } = await failure({ wasm: address });
    expect(code).toBe('bad-data');
    expect(message).toContain(address);
  });

  test('a status other than 2xx; the message contains the status', async () => {
    const address = await serveBody('text/html', PAGE, 404);
    const { code, message } = await failure({ wasm: address });
    expect(code).toBe('not-initialized');
    expect(message).toContain('404');
    expect(message).toContain(address);
  });

  test('an address without a server', async () => {
    const address = await serveBody('text/plain', '');
    await new Promise((resolve) => server!.close(resolve));
    const { code, message } = await failure({ wasm: address });
    expect(code).toBe('not-initialized');
    expect(message).toContain(address);
  });

  test('a transfer that is interrupted', async () => {
    const address = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100000' });
      response.write(wasmBytes().subarray(0, 500));
      setTimeout(() => response.destroy(), 20);
    });
    const { code, message } = await failure({ wasm: address });
    expect(code).toBe('not-initialized');
    expect(message).toContain(address);
  });

  test('a Response whose body was already read', async () => {
    const wasm = new Response(wasmBytes());
    await wasm.arrayBuffer();
    expect((await failure({ wasm })).code).toBe('not-initialized');
  });

  test('a file that does not exist', async () => {
    const { code, message } = await failure({ wasm: '/nowhere/core.wasm' });
    expect(code).toBe('not-initialized');
    expect(message).toContain('/nowhere/core.wasm');
  });

  test.each([
    ['no bytes', new Uint8Array(0)],
    ['other bytes', Uint8Array.of(1, 2, 3)],
    ['a truncated module', wasmBytes().subarray(0, 1000)],
    ['another module', EMPTY_MODULE],
    ['another compiled module', new WebAssembly.Module(EMPTY_MODULE)],
  ])('%s', async (_, wasm) => {
    expect((await failure({ wasm })).code).toBe('bad-data');
  });

  test.each([5, true, {}, [], null, () => 0])('a source of the wrong kind: %o', async (wasm) => {
    const { code, message } = await failure({ wasm });
    expect(code).toBe('invalid-argument');
    expect(message).toContain('wasm');
  });

  test('unknown options', async () => {
    const { code, message } = await failure({ wsam: wasmFile });
    expect(code).toBe('invalid-argument');
    expect(message).toContain('wsam');
  });

  test.each([null, 5, 'core.wasm'])('options that are %o', async (options) => {
    expect((await failure(options as never)).code).toBe('invalid-argument');
  });

  test('a host without SIMD; the message contains SIMD', async () => {
    const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    const fresh = await freshPackage();
    expect(fresh.isSupported()).toBe(false);
    await expect(fresh.init()).rejects.toMatchObject({ code: 'unsupported', message: /SIMD/ });
    expect(() => fresh.initSync()).toThrow(/SIMD/);
    validate.mockRestore();
    expect(fresh.isSupported()).toBe(true);
    await fresh.init();
  });

  test("a Content-Security-Policy without 'wasm-unsafe-eval'; the message names it", async () => {
    vi.spyOn(WebAssembly, 'compile').mockRejectedValueOnce(
      new WebAssembly.CompileError(
        "Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source",
      ),
    );
    const { code, message } = await failure({});
    expect(code).toBe('unsupported');
    expect(message).toContain("'wasm-unsafe-eval'");
  });
});

describe('initSync()', () => {
  const sources: [string, () => unknown][] = [
    ['nothing: its own file, in Node', () => undefined],
    ['bytes', () => wasmBytes()],
    ['an ArrayBuffer', () => wasmBytes().buffer],
    ['a compiled module', () => new WebAssembly.Module(wasmBytes())],
  ];
  test.each(sources)('accepts %s', async (_, source) => {
    const fresh = await freshPackage();
    fresh.initSync({ wasm: source() as never });
    expect(works(fresh)).toBe(true);
    fresh.initSync();
    await fresh.init();
    expect(works(fresh)).toBe(true);
  });

  test.each([
    ['other bytes', 'bad-data', Uint8Array.of(1, 2, 3)],
    ['a truncated module', 'bad-data', wasmBytes().subarray(0, 1000)],
    ['another module', 'bad-data', EMPTY_MODULE],
    ['an address', 'invalid-argument', 'core.wasm'],
    ['a Response', 'invalid-argument', new Response(wasmBytes())],
  ])('rejects %s with %s, and a later call works', async (_, code, wasm) => {
    const fresh = await freshPackage();
    expect(() => fresh.initSync({ wasm: wasm as never })).toThrow(
      expect.objectContaining({ code }),
    );
    fresh.initSync();
    expect(works(fresh)).toBe(true);
  });

  test('throws and names the option wasm if there are neither bytes nor files', async () => {
    const fresh = await freshPackage();
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
    expect(() => fresh.initSync()).toThrow(/options\.wasm/);
  });
});

describe('repeated init()', () => {
  test('concurrent and later calls share one load', async () => {
    const compile = vi.spyOn(WebAssembly, 'compile');
    const fresh = await freshPackage();
    const first = fresh.init();
    expect(fresh.init()).toBe(first);
    await first;
    await fresh.init({ wasm: 'ignored' });
    expect(compile).toHaveBeenCalledTimes(1);
  });

  test('an index created after initSync() during init() remains valid', async () => {
    const fresh = await freshPackage();
    const loading = fresh.init();
    fresh.initSync();
    const index = new fresh.BruteForce();
    index.build([0, 0, 0, 1, 1, 1]);
    await loading;
    expect(Array.from(index.queryPoint([1, 1, 1]))).toEqual([0]);
    expect(works(fresh)).toBe(true);
  });

  test('concurrent calls fail together, and the next call loads the module', async () => {
    const fresh = await freshPackage();
    const wasm = Uint8Array.of(1);
    const results = await Promise.allSettled([fresh.init({ wasm }), fresh.init()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await fresh.init();
    expect(works(fresh)).toBe(true);
  });
});
