// Model of the package's exports, which TypeDoc reads from the declarations that users import.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Converter, Logger, LogLevel, ReflectionKind } from 'typedoc';
import { PACKAGE } from '../build.mjs';
import { ROOT } from '../steps.mjs';

const FOLDER = join(ROOT, PACKAGE);

/**
 * Returns entry points with their declaration files. `sapwood/all` is first, because TypeDoc
 * documents a shared export in the first entry point that contains it.
 */
function entryPoints() {
  const { exports } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  const found = Object.entries(exports).flatMap(([path, { types }]) => {
    if (!types?.endsWith('.d.ts') || types.includes('/wasm/')) return [];
    if (!types.includes('*')) return [[path, types]];
    const [folder, ending] = types.split('*');
    return readdirSync(join(FOLDER, folder))
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => [path.replace('*', name.slice(0, -ending.length)), `${folder}${name}`]);
  });
  const named = found.map(([path, types]) => [path.replace('.', 'sapwood'), types]);
  return named.sort(([one], [other]) => rank(one) - rank(other));
}

/**
 * Entry points with a single structure are generated from one template, so only these samples are
 * read. Reading all of them would take three times as long.
 */
const SAMPLES = /\/(hash-grid|quadtree|sphere-tree|mesh)$/;
const isSingle = (name) => /^sapwood\/[23]d\/(?!slim$)/.test(name);

const ORDER = [
  'sapwood/all',
  'sapwood',
  'sapwood/2d/slim',
  'sapwood/3d/slim',
  'sapwood/3d/mesh',
  'sapwood/2d/mesh',
];
const rank = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/**
 * Warnings to ignore. Comments may be missing in three.js, which is not part of this project, and
 * for parameters of function types. The comment of a function type describes its parameters.
 */
const IGNORED = /\/@types\/three\/|\.(this|__type\.\w+) \(Parameter\)/;

class Collector extends Logger {
  problems = [];

  log(message, level) {
    if (level >= LogLevel.Warn && !IGNORED.test(message)) this.problems.push(message);
  }
}

/**
 * Types that entry points use but intentionally do not export: helper types, and classes that
 * `sapwood/all` extends.
 */
const NOT_EXPORTED = ['OptionsIn', 'IndexClass', 'DynamicTree', 'ScenePruner', 'StaticTree'];

/**
 * Reads all entry points. Returns TypeDoc's application and model, the ids of structures with their
 * own entry point, and messages about missing comments.
 */
export async function readReference() {
  const all = entryPoints();
  const entries = all.filter(([name]) => !isSingle(name) || SAMPLES.test(name));
  const app = await Application.bootstrap({
    name: 'Sapwood',
    entryPoints: entries.map(([, types]) => join(FOLDER, types)),
    tsconfig: join(ROOT, 'scripts/reference/tsconfig.json'),
    readme: 'none',
    disableGit: true,
    sourceLinkTemplate: '{path}',
    sort: ['source-order'],
    excludeInternal: true,
    excludePrivate: true,
    hideGenerator: true,
    validation: { notExported: true, invalidLink: true, invalidPath: true, notDocumented: true },
    intentionallyNotExported: NOT_EXPORTED,
  });
  const documented = 'requiredToBeDocumented';
  const kinds = [...app.options.getValue(documented), 'Constructor', 'Parameter'];
  app.options.setValue(documented, kinds);
  app.logger = new Collector();
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    dropInherited(project);
    callConstants(project);
  });
  const project = await app.convert();
  if (project === undefined) throw new Error(app.logger.problems.join('\n'));
  nameModules(project, entries);
  app.validate(project);
  const singles = new Set(
    all.flatMap(([name]) =>
      isSingle(name) && !name.endsWith('/mesh') ? [name.slice('sapwood/2d/'.length)] : [],
    ),
  );
  const problems = [...new Set([...app.logger.problems, ...resultGaps(project)])];
  return { app, project, singles: [...singles], problems };
}

/** Removes members that classes of `sapwood/three` inherit from classes of three.js. */
function dropInherited(project) {
  for (const one of Object.values(project.reflections)) {
    const { sources = [] } = one.signatures?.[0] ?? one;
    const isTheirs = sources.some(({ fullFileName }) => fullFileName.includes('/@types/three/'));
    if (isTheirs) project.removeReflection(one);
  }
}

function callConstants(project) {
  for (const one of project.getReflectionsByKind(ReflectionKind.Variable)) {
    const signatures = one.type?.type === 'reflection' && one.type.declaration.signatures;
    if (!signatures) continue;
    one.kind = ReflectionKind.Function;
    one.signatures = signatures;
    one.type = undefined;
    for (const signature of signatures) {
      Object.assign(signature, { parent: one, name: one.name, comment: one.comment });
    }
    one.comment = undefined;
  }
}

/** Names each module by its entry point instead of its file. */
function nameModules(project, entries) {
  const modules = entries.map(([name, types]) => {
    const file = types.replace(/^\.\/dist\/(.*?)(\/index)?\.d\.ts$/, '$1');
    const module = project.children.find((one) => one.name === file);
    return Object.assign(module, { name });
  });
  project.children = modules;
}

/**
 * Returns messages about functions whose results have no @returns tag. TypeDoc does not check this.
 */
function resultGaps(project) {
  return project
    .getReflectionsByKind(ReflectionKind.CallSignature)
    .filter(({ type, comment }) => `${type}` !== 'void' && !comment?.getTag('@returns'))
    .filter(({ flags, parent }) => !flags.isExternal && !parent.flags.isExternal)
    .map((signature) => signature.getFullName())
    .filter((name) => !name.includes('__type'))
    .map((name) => `${name} has no @returns`);
}
