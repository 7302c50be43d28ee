/**
 * The package works in workers, worklets and pages with content security policies, or reports which
 * entry points work there.
 */

import { afterAll, expect, test } from 'vitest';
import { sharedBrowser } from './support/browser.js';
import { serveFiles } from './support/files.js';
import type { Site } from './support/site.js';

type Outcome = { pairs: number[] } | { name: string; code?: string; message: string };

const PATHS = {
  sapwood: 'entries/index',
  'sapwood/2d': 'generated/2d',
  'sapwood/2d/slim': 'generated/2d/slim',
  'sapwood/2d/hash-grid': 'generated/2d/hash-grid',
  'sapwood/all': 'entries/all',
};
type Entry = keyof typeof PATHS;

/**
 * Returns a script that loads an entry point and runs `send`, which reports the result of
 * `outcome()`.
 */
const probe = (entry: Entry, load: string, send: string, before = '') => `
import * as sapwood from '/dist/${PATHS[entry]}.js';
const outcome = async () => {
  try {
    ${before}
    await sapwood.${load};
    const index = new (sapwood.WideTree ?? sapwood.HashGrid)({ dimensions: 2 });
    index.build([0, 0, 1, 1, 1, 1, 2, 2]);
    return { pairs: [...index.pairs()] };
  } catch ({ name, code, message }) {
    return { name, code, message };
  }
};
${send}
`;

const page = (lines: string) => `<!doctype html><script type="module">
const send = (outcome) => { globalThis.outcome = outcome; };
${lines}
</script>`;

const hosts: Record<string, (script: (send: string) => string) => Record<string, string>> = {
  'a page': (script) => ({
    '/index.html': page("import '/probe.js';"),
    '/probe.js': script('globalThis.outcome = await outcome();'),
  }),
  'a module worker': (script) => ({
    '/index.html': page(
      "new Worker('/probe.js', { type: 'module' }).onmessage = ({ data }) => send(data);",
    ),
    '/probe.js': script('postMessage(await outcome());'),
  }),
  'a shared worker': (script) => ({
    '/index.html': page(
      "new SharedWorker('/probe.js', { type: 'module' }).port.onmessage = ({ data }) => send(data);",
    ),
    '/probe.js': script(
      'self.onconnect = async ({ ports }) => ports[0].postMessage(await outcome());',
    ),
  }),
  'a service worker': (script) => ({
    '/index.html': page(`
      navigator.serviceWorker.onmessage = ({ data }) => send(data);
      await navigator.serviceWorker.register('/probe.js', { type: 'module' });
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage('begin');`),
    '/probe.js': script(
      'self.onmessage = ({ source }) => outcome().then((found) => source.postMessage(found));',
    ),
  }),
  'an audio worklet': (script) => ({
    '/index.html': page(`
      const context = new OfflineAudioContext(1, 128, 44100);
      await context.audioWorklet.addModule('/probe.js');
      const response = await fetch('/dist/wasm/all/core.wasm');
      const processorOptions = { given: await response.arrayBuffer() };
      const node = new AudioWorkletNode(context, 'probe', { processorOptions });
      node.port.onmessage = ({ data }) => send(data);
      node.connect(context.destination);
      context.startRendering();`),
    '/probe.js': script(`
      registerProcessor('probe', class extends AudioWorkletProcessor {
        constructor({ processorOptions }) {
          super();
          globalThis.given = processorOptions.given;
          outcome().then((found) => this.port.postMessage(found));
        }
        process() {
          return true;
        }
      });`),
  }),
};

const sites: Site[] = [];
afterAll(() => Promise.all(sites.map((site) => site.close())));

async function outcomeIn(
  host: string,
  entry: Entry,
  { load = 'init()', before = '', headers = {}, lost = {} } = {},
): Promise<Outcome> {
  const texts = hosts[host]((send) => probe(entry, load, send, before));
  const site = await serveFiles({ ...texts, ...lost }, headers);
  sites.push(site);
  const context = await (await sharedBrowser()).newContext();
  try {
    const opened = await context.newPage();
    await opened.goto(`${site.url}/index.html`);
    const found = await opened.waitForFunction(() => (globalThis as { outcome?: Outcome }).outcome);
    return (await found.jsonValue()) as Outcome;
  } finally {
    await context.close();
  }
}

const everywhere = Object.keys(hosts);
const works = { pairs: [0, 1] };

test.each(everywhere)('sapwood/2d works in %s', async (host) => {
  expect(await outcomeIn(host, 'sapwood/2d')).toEqual(works);
});

test.each(everywhere)('initSync() of sapwood/2d works in %s', async (host) => {
  expect(await outcomeIn(host, 'sapwood/2d', { load: 'initSync()' })).toEqual(works);
});

test.each(everywhere)('an entry point of one structure works in %s', async (host) => {
  expect(await outcomeIn(host, 'sapwood/2d/hash-grid')).toEqual(works);
});

test.each(['init()', 'initSync()'])(
  '%s works in an audio worklet of a browser without base64',
  async (load) => {
    const before = `
      if (typeof atob === 'function') throw new Error('a worklet with atob');
      delete Uint8Array.fromBase64;`;
    expect(await outcomeIn('an audio worklet', 'sapwood/2d', { load, before })).toEqual(works);
  },
);

test.each(['a page', 'a module worker', 'a shared worker'])(
  'sapwood and sapwood/all work in %s',
  async (host) => {
    expect(await outcomeIn(host, 'sapwood')).toEqual(works);
    expect(await outcomeIn(host, 'sapwood/all')).toEqual(works);
  },
);

test.each(['a service worker', 'an audio worklet'])(
  'sapwood in %s reports the supported entry points',
  async (host) => {
    expect(await outcomeIn(host, 'sapwood')).toMatchObject({
      name: 'SapwoodError',
      code: 'unsupported',
      message: expect.stringMatching(/^init: .*import sapwood\/2d or sapwood\/3d/),
    });
  },
);

test('sapwood reports the module that could not be imported', async () => {
  const lost = { '/dist/generated/3d.js': '<!doctype html>not found' };
  expect(await outcomeIn('a page', 'sapwood', { lost })).toMatchObject({
    name: 'SapwoodError',
    code: 'not-initialized',
    message: expect.stringMatching(/^init: a dynamic import failed \(.+\)/),
  });
  const load = 'init({ dimensions: 2 })';
  expect(await outcomeIn('a page', 'sapwood', { load, lost })).toEqual(works);
});

test('sapwood/all works in a service worker', async () => {
  expect(await outcomeIn('a service worker', 'sapwood/all')).toEqual(works);
});

test('sapwood/all in an audio worklet reports the supported entry points', async () => {
  expect(await outcomeIn('an audio worklet', 'sapwood/all')).toMatchObject({
    name: 'SapwoodError',
    code: 'not-initialized',
    message: expect.stringMatching(/import sapwood\/2d or sapwood\/3d/),
  });
});

test('sapwood/all in an audio worklet reports the supported entry points even if its bytes are passed', async () => {
  const load = 'init({ wasm: given })';
  expect(await outcomeIn('an audio worklet', 'sapwood/all', { load })).toMatchObject({
    name: 'SapwoodError',
    code: 'unsupported',
    message: expect.stringMatching(/import sapwood\/2d or sapwood\/3d/),
  });
});

test.each(["'/dist/wasm/2d/core.wasm'", 'new Uint8Array(8)', 'null'])(
  'sapwood/2d/slim in an audio worklet rejects %s with an error of the package',
  async (wasm) => {
    const load = `init({ wasm: ${wasm} })`;
    expect(await outcomeIn('an audio worklet', 'sapwood/2d/slim', { load })).toMatchObject({
      name: 'SapwoodError',
    });
  },
);

const POLICY = "default-src 'self'; script-src 'self' 'unsafe-inline'";

test.each([
  ['a page', 'init()'],
  ['a page', 'initSync()'],
  ['a module worker', 'init()'],
])('without wasm-unsafe-eval, in %s, %s throws the error unsupported', async (host, load) => {
  const headers = { 'content-security-policy': POLICY };
  expect(await outcomeIn(host, 'sapwood/2d', { load, headers })).toMatchObject({
    name: 'SapwoodError',
    code: 'unsupported',
    message: expect.stringContaining("add 'wasm-unsafe-eval' to its script-src"),
  });
});

test('sapwood/2d works under a policy with wasm-unsafe-eval', async () => {
  const headers = { 'content-security-policy': `${POLICY} 'wasm-unsafe-eval'` };
  expect(await outcomeIn('a page', 'sapwood/2d', { headers })).toEqual(works);
});
