/** Before a test file: what it comes by, in Node and in pages of Chromium, goes into the file SAPWOOD_FAULT_NOTES. */

import { appendFileSync } from 'node:fs';

const notes = process.env.SAPWOOD_FAULT_NOTES;

function tell(text: string): void {
  if (notes !== undefined && text.startsWith('sapwood-covered '))
    appendFileSync(notes, `${text}\n`);
}

async function listenToPages(): Promise<void> {
  const { chromium } = await import('playwright-core');
  const launch = chromium.launch.bind(chromium);
  chromium.launch = async (options) => {
    const browser = await launch(options);
    browser.on('context', (context) => context.on('console', (message) => tell(message.text())));
    return browser;
  };
}

const here = globalThis as { sapwoodCovered?: typeof tell };
if (!here.sapwoodCovered) {
  here.sapwoodCovered = tell;
  if (process.env.SAPWOOD_SUITE === 'tests/e2e') await listenToPages();
}
