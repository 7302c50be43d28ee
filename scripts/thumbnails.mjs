// `npm run thumbnails`: takes thumbnails of the playground's examples on the built page, in the
// light and the dark theme.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { preview, runnerImport } from 'vite';
import { build, buildPlayground } from './build.mjs';
import { findChromium } from './requirements.mjs';
import { setup } from './setup.mjs';
import { main, ROOT, StepError, step } from './steps.mjs';

const PLAYGROUND = join(ROOT, 'web/playground');
const FOLDER = join(PLAYGROUND, 'public/examples');
/** The thumbnail shows only the area `CLIP` of the page, without its margins and its caption. */
const PAGE = { width: 480, height: 364 };
const CLIP = { x: 32, y: 20, width: 416, height: 260 };
const PICTURE = { width: 320, height: 200, quality: 0.55 };

/**
 * Examples whose thumbnail does not show the first stop of their tour. `stop` selects another stop,
 * and `change` replaces text in the address of the stop.
 */
const views = {
  packing: { change: ['nearest-x', 'hilbert'] },
  spheres: { change: ['structure=static-tree&with=sphere-tree', 'structure=sphere-tree'] },
  build: { stop: 1 },
};

const BARE = '.embed-caption, .captions, .handles, .status { opacity: 0 !important; }';

/** Number of frames to wait before the screenshot, so that moving scenes have advanced. */
const STEPS = 20;

/** Runs in the browser. */
async function encode({ png, width, height, quality }) {
  const image = await createImageBitmap(await (await fetch(png)).blob());
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL('image/webp', quality);
}

async function take(page, address) {
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForFunction(() => window.playground?.snapshot()?.status.kind === 'ready');
  await page.addStyleTag({ content: BARE });
  await page.evaluate(async (frames) => {
    for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame);
  }, STEPS);
  const png = `data:image/png;base64,${(await page.screenshot({ clip: CLIP })).toString('base64')}`;
  const webp = await page.evaluate(encode, { png, ...PICTURE });
  return Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64');
}

async function takeAll() {
  const path = join(PLAYGROUND, 'src/model/examples.ts');
  const { examples, stopAddress } = (await runnerImport(path, { logLevel: 'error' })).module;
  mkdirSync(FOLDER, { recursive: true });
  const server = await preview({ root: PLAYGROUND, preview: { port: 0 }, logLevel: 'error' });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  });
  try {
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: PAGE, colorScheme });
      for (const example of examples) {
        const { stop = 0, change = ['', ''] } = views[example.id] ?? {};
        const address = stopAddress(example, stop);
        if (!address.includes(change[0])) throw new StepError(`${example.id}: no ${change[0]}`);
        const hash = address.replace(...change);
        const picture = await take(page, `${server.resolvedUrls.local[0]}?embed=1#${hash}`);
        writeFileSync(join(FOLDER, `${example.id}-${colorScheme}.webp`), picture);
      }
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

await main(async () => {
  await setup();
  await build();
  await step('build: playground', buildPlayground);
  await step('thumbnails', takeAll);
});
