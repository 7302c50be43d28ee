/** Places in the source code of the package where errors are created. Each has its own message. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { packageFolder } from '../package/package-folder.js';

/** Names of parameters that become part of the message, in functions that create an error. */
const PARTS = ['what', 'message', 'fault'];

function parse(path: string): ts.SourceFile {
  const text = readFileSync(join(packageFolder, path), 'utf8');
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

function filesIn(folder: string, suffix: string): string[] {
  return readdirSync(join(packageFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name}`);
}

/**
 * Returns the names of the error class and of the functions that create errors with a message of
 * their caller.
 */
function makers(): Set<string> {
  const names = new Set(['SapwoodError']);
  const add = (node: ts.Node) => {
    if (!ts.isFunctionDeclaration(node) && !ts.isArrowFunction(node)) return;
    const isPart = (one: ts.ParameterDeclaration) => PARTS.includes(one.name.getText());
    if (node.type?.getText() !== 'SapwoodError' || !node.parameters.some(isPart)) return;
    const name = ts.isArrowFunction(node)
      ? (node.parent as ts.VariableDeclaration).name
      : node.name;
    if (name !== undefined) names.add(name.getText());
  };
  for (const path of filesIn('src', '.ts')) visit(parse(path), add);
  return names;
}

/**
 * Returns the positions that create errors, such as `dist/options.js:64:15`, with their source
 * text.
 */
export function errorSites(): Map<string, string> {
  const names = makers();
  const sites = new Map<string, string>();
  for (const path of filesIn('dist', '.js').filter((one) => !one.includes('/wasm/'))) {
    const file = parse(path);
    visit(file, (node) => {
      if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
      if (!names.has(node.expression.getText())) return;
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart());
      sites.set(`${path}:${line + 1}:${character + 1}`, node.getText());
    });
  }
  return sites;
}

export function sitesIn(stack: string): string[] {
  return Array.from(
    stack.matchAll(/(dist\/[\w/.-]+\.js)(?:\?[^:]*)?(:\d+:\d+)/g),
    (match) => match[1] + match[2],
  );
}
