// Servers of test pages, and the results of the pages in a real browser.
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/requirements.mjs';
import { StepError } from '../../../scripts/steps.mjs';

const TIMEOUT_MS = 60_000;
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
};

let browser;
const groups = new Set();

// ends the servers explicitly, because their process groups do not end with this process
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const group of groups) process.kill(-group, 'SIGTERM');
    process.exit(1);
  });
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

async function sharedBrowser() {
  const args = ['--no-sandbox', '--disable-background-networking', '--disable-component-update'];
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  browser ??= await chromium.launch({ executablePath: findChromium(), args, ...signals });
  return browser;
}

/** Starts a server of the files of a folder. Missing files have the status 404. */
export async function serveFolder(folder, headers = {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    let path = join(folder, normalize(decodeURIComponent(pathname)));
    if (existsSync(path) && statSync(path).isDirectory()) path = join(path, 'index.html');
    if (!existsSync(path)) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html>not found');
      return;
    }
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, ...headers });
    createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}/`, close, log: () => '' };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts the server of a tool. Replaces PORT in its arguments by a free port. Stops waiting for the
 * server if `hasFailed(log)` returns true.
 */
export async function startServer(program, args, { cwd, env, hasFailed }) {
  const port = await freePort();
  const child = spawn(
    program,
    args.map((arg) => arg.replace('PORT', String(port))),
    { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  if (child.pid !== undefined) groups.add(child.pid);
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.on('error', (error) => chunks.push(Buffer.from(String(error))));
  const log = () => Buffer.concat(chunks).toString();
  const close = async () => {
    // ends the whole process group, because a server may have started other processes
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
    groups.delete(child.pid);
  };
  const url = `http://localhost:${port}/`;
  const end = Date.now() + TIMEOUT_MS;
  while (!(await responds(url))) {
    if (child.exitCode !== null || hasFailed(log()) || Date.now() > end) {
      await close();
      throw new StepError(`${program} does not respond\n${log()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, close, log };
}

async function responds(url) {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a page and waits until its title is the result. Returns { code, log } in the form of a
 * command that prints the result.
 */
export async function readPage(url, hasFailed) {
  const page = await (await sharedBrowser()).newPage();
  const lines = [];
  page.on('pageerror', (error) => lines.push(`page error: ${error.message}`));
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) lines.push(`HTTP ${response.status()}: ${response.url()}`);
  });
  try {
    await page.goto(url, { timeout: TIMEOUT_MS });
    const ready = () => /^(pairs|two results|failed)/.test(document.title);
    const end = Date.now() + TIMEOUT_MS / 2;
    while (!(await page.evaluate(ready))) {
      if (hasFailed(lines.join('\n')) || Date.now() > end) {
        lines.push('the page has no result');
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const title = await page.title();
    const text = [title, ...lines].join('\n');
    return { code: title.startsWith('pairs') ? 0 : 1, log: text };
  } finally {
    await page.close();
  }
}
