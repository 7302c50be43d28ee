// Creates the landing page's pictures from the built playground: `pictures.mjs [name...]`. These
// are the link preview, the home screen icon, and a strip of screenshots for each link to a scene
// of the playground.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { findChromium } from './requirements.mjs';
import { main, ROOT, step } from './steps.mjs';

const PLAYGROUND = join(ROOT, 'web/playground');
const PUBLIC = join(PLAYGROUND, 'public');
const FRAMES = 8;
const FRAME = { width: 208, height: 130 };
const QUALITY = 0.35;
const WHOLE_SCENE = { x: 0, y: 0, width: 640, height: 400 };
const EMBEDDED = { width: 640, height: 448 };
const WHOLE = { width: 1280, height: 740 };
const BARE = '#panels, .site-header, .handle { visibility: hidden !important }';

const explored = (page) =>
  page.waitForFunction(() => window.playground?.snapshot()?.status.kind === 'ready');

async function record(page, move, clip) {
  const shots = [];
  for (let i = 0; i < FRAMES; i++) {
    shots.push((await page.screenshot({ clip })).toString('base64'));
    await move(page, i);
  }
  return shots;
}

async function playedScene(page) {
  await explored(page);
  await page.addStyleTag({ content: BARE });
  // parts of the page load after its first frame
  await page.waitForTimeout(3000);
  const isFlat = page.url().includes('dim=2');
  const clip = isFlat ? { x: 150, y: 70, width: 416, height: 260 } : WHOLE_SCENE;
  return record(page, () => page.waitForTimeout(500), clip);
}

async function brokenStructure(page) {
  await explored(page);
  await page.getByRole('button', { name: 'Show me how' }).click();
  await page.addStyleTag({ content: BARE });
  return record(page, () => page.waitForTimeout(700), { x: 430, y: 60, width: 520, height: 325 });
}

async function race(page) {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.waitForTimeout(3000);
  const { x, y, width } = await dialog.boundingBox();
  const clip = { x: x + 10, y: y + 90, width: width / 2, height: width * 0.3125 };
  return record(page, () => page.waitForTimeout(900), clip);
}

const recordings = {
  culling: { take: playedScene, size: EMBEDDED, search: '?embed=1' },
  heat: { take: playedScene, size: EMBEDDED, search: '?embed=1' },
  packing: { take: playedScene, size: EMBEDDED, search: '?embed=1' },
  break: { take: brokenStructure, size: WHOLE, search: '' },
  race: { take: race, size: WHOLE, search: '' },
};

async function stripOf(page, shots) {
  const url = await page.evaluate(
    async ({ frame, quality, shots }) => {
      const canvas = document.createElement('canvas');
      canvas.width = frame.width;
      canvas.height = frame.height * shots.length;
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      for (const [i, shot] of shots.entries()) {
        const image = new Image();
        image.src = `data:image/png;base64,${shot}`;
        await image.decode();
        context.drawImage(image, 0, i * frame.height, frame.width, frame.height);
      }
      return canvas.toDataURL('image/webp', quality);
    },
    { frame: FRAME, quality: QUALITY, shots },
  );
  return Buffer.from(url.split(',')[1], 'base64');
}

/**
 * Returns the URL hashes of the landing page's links to scenes. The keys are the names of their
 * strips of screenshots.
 */
async function addresses() {
  const html = await readFile(join(PLAYGROUND, 'index.html'), 'utf8');
  const links = html.matchAll(
    /href="(#[^"]+)"><span class="place-strip"><img data-src="\.\/thumbs\/(\w+)/g,
  );
  return new Map([...links].map(([, hash, name]) => [name, hash.replaceAll('&amp;', '&')]));
}

async function makePoster(open, site) {
  const page = await open({ width: 1200, height: 630 });
  await page.goto(site);
  await page.waitForFunction(() => window.landing?.figure.moment.levels > 14);
  await page.screenshot({ path: join(PUBLIC, 'poster.png') });
}

async function makeIcon(open) {
  const page = await open({ width: 180, height: 180 });
  const svg = await readFile(join(PUBLIC, 'rings.svg'), 'utf8');
  await page.setContent(`<style>body { margin: 18px; background: #0d1112 }</style>${svg}`);
  await page.screenshot({ path: join(PUBLIC, 'touch-icon.png') });
}

async function makeStrip(open, site, hash, name) {
  const { search, size, take } = recordings[name];
  const page = await open(size);
  page.setDefaultTimeout(120_000);
  await page.goto(site + search + hash);
  const strip = await stripOf(page, await take(page));
  await page.close();
  await mkdir(join(PUBLIC, 'thumbs'), { recursive: true });
  await writeFile(join(PUBLIC, `thumbs/${name}.webp`), strip);
  return `${(strip.length / 1000).toFixed(1)} kB`;
}

await main(async () => {
  const requested = process.argv.slice(2);
  const isRequested = (name) => requested.length === 0 || requested.includes(name);
  const server = await preview({ root: PLAYGROUND, preview: { port: 0 }, logLevel: 'error' });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  });
  const open = (viewport) =>
    browser.newPage({ viewport, colorScheme: 'dark', serviceWorkers: 'block', bypassCSP: true });
  try {
    const [site] = server.resolvedUrls.local;
    if (isRequested('poster')) await step('pictures: poster', () => makePoster(open, site));
    if (isRequested('icon')) await step('pictures: icon', () => makeIcon(open));
    for (const [name, hash] of await addresses()) {
      if (!isRequested(name)) continue;
      await step(`pictures: ${name}`, () => makeStrip(open, site, hash, name));
    }
  } finally {
    await browser.close();
    await server.close();
  }
});
