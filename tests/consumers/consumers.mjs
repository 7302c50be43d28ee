// List of consumers, which are tools and frameworks that use the package: their exact versions, the
// ways in which they use the package, and known failures.
//
// A consumer: { name, title, tools: { package: version }, manifest?, quick?, ways }. `quick` names
// the ways that `npm test` runs with the tools of this workspace.
// A way to use the package: {
//   way        its name
//   programs   { file of the project: file of programs/ }; sapwood/ENTRY in their text becomes the
//              entry point, and sapwood/ALONE an entry point with a single structure
//   texts      { file of the project: its text }
//   fixture    folder with more files of the project
//   asBuilt    true if it uses the files that the previous way has built
//   commands   build commands, each as [program, ...arguments]
//   inspect    returns a fault of the built files, or undefined
//   prints | shows | opens | serves
//              a command that prints the result, a folder for a static server, a page for file://,
//              or the command of a server (with `path` of the page, and `respondsDirectly` if the
//              response itself is the result)
//   headers    HTTP headers of the static server
//   only       tested entry points: 'all', 'separate' (the module is a separate file), 'subpath' or
//              the path of one entry point
//   skips      entry points that are not tested
//   fails      known failures: `{ only, logPattern, hintPattern, why }`. The log matches
//              `logPattern`, and the error contains a hint that `hintPattern` matches
// }
import { BUNDLERS } from './list/bundlers.mjs';
import { EDGE } from './list/edge.mjs';
import { FRAMEWORKS } from './list/frameworks.mjs';
import { NODE } from './list/node.mjs';
import { OBJECTS } from './list/objects.mjs';
import { PACKAGE } from './list/package.mjs';
import { PAGES } from './list/pages.mjs';
import { STRUCTURES_ALONE } from './list/structures.mjs';
import { TYPES } from './list/types.mjs';

export const CONSUMERS = [
  ...NODE,
  ...EDGE,
  ...TYPES,
  ...BUNDLERS,
  ...STRUCTURES_ALONE,
  ...FRAMEWORKS,
  ...PAGES,
  ...OBJECTS,
  ...PACKAGE,
];
