// Tests one way to use the package in a project: builds, runs, and compares the result with the
// list of consumers.
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { capture } from '../../../scripts/steps.mjs';
import { readPage, serveFolder, startServer } from './pages.mjs';
import { fill } from './project.mjs';
import { judge } from './verdict.mjs';

const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  FORCE_COLOR: '0',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};
const TIMEOUT_MINUTES = 5;
const EXPECTED = /^pairs (0-1 2-3 by two structures|0-1 by (require|itself))$/m;

/**
 * Environment variables for commands. Scripts find the tools of the project, including its version
 * of Node.
 */
const envOf = ({ folder }) => ({
  ...process.env,
  ...QUIET,
  PATH: join(folder, 'node_modules/.bin') + delimiter + process.env.PATH,
});

function runIn(project, [program, ...args]) {
  const options = { cwd: project.folder, env: envOf(project), timeout: TIMEOUT_MINUTES * 60_000 };
  return capture(project.find(program), args, options);
}

/** Builds and runs the project. Returns { code, log }. */
async function attempt(way, project, entry) {
  if (!way.asBuilt) fill(project.folder, way, entry);
  let log = '';
  for (const command of way.commands ?? []) {
    const result = await runIn(project, command);
    log += `$ ${command.join(' ')}\n${result.log}`;
    if (result.code !== 0) return { code: result.code, log };
  }
  const wrong = way.inspect?.(project.folder);
  if (wrong) return { code: 1, log: `${log}\n${wrong}` };
  const result = await runBuilt(way, project);
  return { code: result.code, log: `${log}\n${result.log}` };
}

async function runBuilt(way, project) {
  const { folder } = project;
  if (way.prints) return checkResult(await runIn(project, way.prints));
  if (way.opens) return checkResult(await open(pathToFileURL(join(folder, way.opens)).href, way));
  if (way.shows) return onServer(await serveFolder(join(folder, way.shows), way.headers), way);
  if (way.serves) {
    const [program, ...args] = way.serves;
    const options = { cwd: folder, env: envOf(project), hasFailed: hasKnownFailure(way) };
    return onServer(await startServer(project.find(program), args, options), way);
  }
  return { code: 0, log: '' };
}

/**
 * Returns a function that tests whether a log contains a known failure, so that waiting longer is
 * useless.
 */
const hasKnownFailure =
  ({ fails = [] }) =>
  (log) =>
    fails.some(({ logPattern }) => logPattern.test(log));

const open = (url, way) => readPage(url, hasKnownFailure(way));

async function onServer(server, way) {
  try {
    const url = server.url + (way.path ?? '');
    const result = way.respondsDirectly ? await readResponse(url) : await open(url, way);
    return checkResult({ code: result.code, log: `${result.log}\n${server.log()}` });
  } finally {
    await server.close();
  }
}

async function readResponse(url) {
  const response = await fetch(url);
  return { code: response.ok ? 0 : 1, log: await response.text() };
}

function checkResult({ code, log }) {
  return code !== 0 || EXPECTED.test(log)
    ? { code, log }
    : { code: 1, log: `${log}\nthe result is wrong` };
}

export function embedsOnce(file) {
  return (folder) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const modules = text.match(/[A-Za-z0-9+/=]{50000,}/g) ?? [];
    const isRight = modules.length > 0 && new Set(modules).size === modules.length;
    return isRight
      ? undefined
      : `${file} contains ${modules.length} modules, some of them more than once`;
  };
}

/** Returns { verdict, note, why, log }. */
export async function tryWay(way, project, entry) {
  const outcome = await attempt(way, project, entry).catch((error) => ({
    code: 1,
    log: String(error.message),
  }));
  return { ...judge(way, entry, outcome), log: outcome.log };
}
