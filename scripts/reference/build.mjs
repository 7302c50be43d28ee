// Writes the API reference: docs/api.md, and HTML in build/api. `npm run check` fails if
// docs/api.md is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compilePackage, PACKAGE } from '../build.mjs';
import { readStamp, runIfChanged } from '../stamps.mjs';
import { main, ROOT, StepError, step } from '../steps.mjs';

const PAGE = 'docs/api.md';
const HTML = 'build/api';
const INPUTS = [
  `${PACKAGE}/src`,
  `${PACKAGE}/package.json`,
  'scripts/reference',
  'package-lock.json',
  PAGE,
];

const STAMP = 'build/stamps/reference';

/** A missing doc comment is an error. */
async function read() {
  // imported only when needed, because TypeDoc takes a second to load
  const [{ readReference }, { overviewOf, pageOf }] = await Promise.all([
    import('./model.mjs'),
    import('./markdown.mjs'),
  ]);
  const { app, project, singles, problems } = await readReference();
  if (problems.length > 0) throw new StepError(problems.map((text) => `  ${text}`).join('\n'));
  return {
    app,
    project,
    page: pageOf(project, singles),
    overview: overviewOf(project, singles),
  };
}

/**
 * Writes docs/api.md and the HTML. The HTML describes `sapwood/all`, and its first page has the
 * tables of the other entry points.
 */
async function writeReference() {
  const { app, project, page, overview } = await read();
  writeFileSync(join(ROOT, PAGE), page);
  readStamp(STAMP, { inputs: INPUTS }).write();
  const [all, ...others] = project.children;
  for (const other of others) project.removeReflection(other);
  project.readme = [{ kind: 'text', text: overview }];
  for (const one of project.getReflectionsByKind(-1)) one.sources = undefined;
  all.name = 'sapwood/all';
  await app.generateDocs(project, join(ROOT, HTML));
  const { problems } = app.logger;
  if (problems.length > 0) throw new StepError(problems.map((text) => `  ${text}`).join('\n'));
}

export function checkReference() {
  return runIfChanged(STAMP, { inputs: INPUTS }, async () => {
    const { page } = await read();
    const file = join(ROOT, PAGE);
    if (existsSync(file) && readFileSync(file, 'utf8') === page) return;
    throw new StepError(`${PAGE} is outdated: npm run docs:api`);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    await step('build: package', compilePackage);
    await step('write: docs/api.md, build/api', writeReference);
  });
}
