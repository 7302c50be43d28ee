// List of consumers: their tools with exact versions, their ways to use the package, and known failures.
//
// A consumer: { name, title, tools: { package: version }, manifest?, quick?, ways }. `quick` names the ways that `npm test`
// runs with the tools of this workspace.
// A way: {
//   way        its name
//   programs   { file of the project: file of programs/ }; sapwood/ENTRY in their text becomes the entry, sapwood/ALONE that
//              of one structure
//   texts      { file of the project: its text }
//   fixture    a folder with more files
//   asBuilt    uses the files that the previous way has built
//   commands   [program, ...arguments] each, for the build
//   inspect    returns a fault of the built files, or undefined
//   prints | shows | opens | serves
//              a command, a folder for a server of files, a page for file://, the command of a server (with `path`,
//              and `respondsDirectly` if it responds without a page)
//   headers    of the server of files
//   only       what it is for: 'all', 'separate' (the entry whose module is a file of its own), 'subpath' or one entry
//   skips      entries that it is not for
//   fails      known failures: `{ only, logPattern, hintPattern, why }`. The log matches `logPattern`, and the
//              error contains a hint that `hintPattern` matches
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
