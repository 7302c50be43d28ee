// What the package exports, as TypeDoc reads it from the declarations that users import.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, Converter, Logger, LogLevel, ReflectionKind } from 'typedoc';
import { PACKAGE } from '../build.mjs';
import { ROOT } from '../steps.mjs';

const FOLDER = join(ROOT, PACKAGE);

/** Names of entry points with their declaration files, the complete one first: it describes what others export again. */
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

/** Entry points of one structure are made from one template: these stand for all of them, which takes a third of the time. */
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

class Collector extends Logger {
  problems = [];

  log(message, level) {
    // the comments of three.js are not part of this project
    if (level >= LogLevel.Warn && !message.includes('/@types/three/')) this.problems.push(message);
  }
}

/** Types that only declare which part of another type an entry point has, and structures as `sapwood/all` extends them. */
const NOT_EXPORTED = ['OptionsIn', 'IndexClass', 'DynamicTree', 'ScenePruner', 'StaticTree'];

/** Reads all entry points. Returns TypeDoc, its model, and what is missing, in words. */
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
  app.logger = new Collector();
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    dropInherited(project);
    callConstants(project);
  });
  const project = await app.convert();
  if (project === undefined) throw new Error(app.logger.problems.join('\n'));
  nameModules(project, entries);
  app.validate(project);
  const gaps = project.children.flatMap(gapsIn);
  const singles = new Set(
    all.flatMap(([name]) =>
      isSingle(name) && !name.endsWith('/mesh') ? [name.slice('sapwood/2d/'.length)] : [],
    ),
  );
  const problems = [...new Set([...app.logger.problems, ...gaps])];
  return { app, project, singles: [...singles], problems };
}

/** Removes members that classes of `sapwood/three` inherit from those of three.js. */
function dropInherited(project) {
  for (const one of Object.values(project.reflections)) {
    const { sources = [] } = one.signatures?.[0] ?? one;
    const isTheirs = sources.some(({ fullFileName }) => fullFileName.includes('/@types/three/'));
    if (isTheirs) project.removeReflection(one);
  }
}

/** Makes functions of constants that are functions: to a user they are the same. */
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

/** Names modules by the entry point; TypeDoc names them by their file. */
function nameModules(project, entries) {
  const modules = entries.map(([name, types]) => {
    const file = types.replace(/^\.\/dist\/(.*?)(\/index)?\.d\.ts$/, '$1');
    const module = project.children.find((one) => one.name === file);
    return Object.assign(module, { name });
  });
  project.children = modules;
}

/** Signatures of a module that have no summary, or a parameter or a result without a description. */
function gapsIn(module) {
  const gaps = [];
  module.traverse(function visit(reflection) {
    // functions in types are described with the parameter or the property that they are
    if (reflection.name === '__type') return;
    if (reflection.kindOf(ReflectionKind.SomeSignature)) gaps.push(...gapsOf(reflection));
    reflection.traverse(visit);
  });
  return gaps;
}

function gapsOf(signature) {
  const { comment, parameters = [], type, flags } = signature;
  // the language declares it
  if (flags.isExternal || signature.parent.flags.isExternal) return [];
  const where = signature.getFullName();
  const described = parameters.filter(({ name }) => name !== 'this');
  const isMade = signature.kindOf(ReflectionKind.ConstructorSignature);
  const needsResult =
    signature.kindOf(ReflectionKind.CallSignature) && !isMade && `${type}` !== 'void';
  return [
    ...(comment?.hasVisibleComponent() ? [] : [`${where} has no comment`]),
    ...described
      .filter((one) => !one.comment?.hasVisibleComponent())
      .map((one) => `${where} has no @param ${one.name}`),
    ...(!needsResult || comment?.getTag('@returns') ? [] : [`${where} has no @returns`]),
  ];
}
