// Extractors: each returns the prose of a file as a list of lines `{ text, line, column }`, in Markdown. A line without
// text ends a paragraph. `line` and `column` say where the text begins in the file, so that findings can be located.
import ts from 'typescript-5.9'; // TypeScript 7 has no parser for programs to call

const END = { text: '', line: 0, column: 0 };

/** Code in a comment that is not between backticks: inline tags of TSDoc, and block tags with their names. */
const INLINE_TAG = /\{(@\w+[^}\n]*)\}/g;
const BLOCK_TAG =
  /^\s*[@\\](?:(?:param|tparam|typeParam)(?:\[[\w,]+\])?\s+[\w.]+(?:\s+-(?=\s))?|\w+)\s*/;

/** Cells of tables without a word, as spaces: most are numbers, and take long to parse. */
const NUMBER_CELL = /(?<=\|)(?![ :-]*\|)(?:(?![A-Za-z]{3})[^|])+(?=\|)/g;
const spaces = (cell) => ' '.repeat(cell.length);

/** Everything: a Markdown file. */
export function markdown(source) {
  return source.split('\n').map((whole, i) => {
    const text = whole.startsWith('|') ? whole.replace(NUMBER_CELL, spaces) : whole;
    return { text, line: i + 1, column: 1 };
  });
}

/** The part of a line of a comment from `start`; block tags begin a paragraph. */
function commentLine(whole, start, line) {
  const text = whole.slice(start).replace(INLINE_TAG, '`$1`');
  const tag = BLOCK_TAG.exec(text)?.[0] ?? '';
  const piece = { text: text.slice(tag.length), line, column: start + tag.length + 1 };
  return tag ? [END, piece] : [piece];
}

/** `///` comments of C++, which document what a header declares. */
export function tripleSlash(source) {
  let previous = 0;
  return source.split('\n').flatMap((whole, i) => {
    const start = /^\s*\/\/\/<? ?/.exec(whole)?.[0].length ?? /\s\/\/\/< ?/.exec(whole)?.index;
    if (start === undefined) return [];
    const isNext = previous === i;
    previous = i + 1;
    const pieces = commentLine(whole, start, i + 1);
    return isNext ? pieces : [END, ...pieces];
  });
}

function parse(source, path) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
}

/** Names in `export { … }` without a module. */
function listedExports(file) {
  const lists = file.statements.filter(
    (node) => ts.isExportDeclaration(node) && !node.moduleSpecifier,
  );
  return new Set(
    lists.flatMap(({ exportClause }) =>
      exportClause.elements.map(({ name, propertyName }) => (propertyName ?? name).text),
    ),
  );
}

const hasModifier = (node, ...kinds) => node.modifiers?.some(({ kind }) => kinds.includes(kind));

function namesOf(node) {
  const declared = ts.isVariableStatement(node) ? node.declarationList.declarations : [node];
  return declared.map(({ name }) => name?.text);
}

/** Doc comments of what a module exports, with those of members that are not private. */
export function exportedDocs(source, path) {
  const file = parse(source, path);
  const listed = listedExports(file);
  const docs = new Set();
  const visit = (node) => {
    const isPrivate =
      hasModifier(node, ts.SyntaxKind.PrivateKeyword) ||
      (node.name && ts.isPrivateIdentifier(node.name));
    if (isPrivate || ts.isBlock(node)) return;
    for (const doc of node.jsDoc ?? []) docs.add(doc.pos);
    ts.forEachChild(node, visit);
  };
  for (const node of file.statements) {
    const isExported =
      hasModifier(node, ts.SyntaxKind.ExportKeyword) ||
      namesOf(node).some((name) => listed.has(name));
    if (isExported) visit(node);
  }
  const lines = source.split('\n');
  return [...docs].flatMap((pos) => {
    const first = file.getLineAndCharacterOfPosition(pos);
    const end = file.getLineAndCharacterOfPosition(source.indexOf('*/', pos));
    const pieces = [END];
    for (let i = first.line; i <= end.line; i += 1) {
      const whole = i === end.line ? lines[i].slice(0, end.character) : lines[i];
      const start =
        i === first.line ? first.character + 3 : (/^\s*\*? ?/.exec(whole)?.[0].length ?? 0);
      pieces.push(...commentLine(whole, start, i + 1));
    }
    return pieces;
  });
}

/** Attributes that hold no text for people. */
const CODE_ATTRIBUTES =
  /^(?:class|className|d|for|href|id|key|points|src|style|transform|type|viewBox)$/;

/** A phrase, or one word that is written as a label; neither shader nor style sheet. */
const isText = (text) =>
  (/[A-Za-z]{2}.* .*[A-Za-z]|[A-Za-z].* .*[A-Za-z]{2}/s.test(text) || /^[A-Z][a-z]+$/.test(text)) &&
  !/[;{]\s*\n/.test(text);

/** The source of a literal between its quotes, with substitutions as inline code of the same length. */
function literalSource(node, file) {
  const start = node.getStart(file);
  let text = node.getText(file).slice(1, -1);
  for (const { expression } of node.templateSpans ?? []) {
    const from = expression.getFullStart() - start - 3;
    const to = expression.getEnd() - start;
    const inside = text.slice(from + 1, to - 1).replace(/[^\n]/g, 'x');
    text = `${text.slice(0, from)}\`${inside}\`${text.slice(to)}`;
  }
  return { text, start: start + 1 };
}

/** Text of JSX, and literals that look like text: labels, messages, titles. */
export function strings(source, path) {
  const file = parse(source, path);
  const found = [];
  const add = (text, start) => {
    const first = file.getLineAndCharacterOfPosition(start);
    found.push(END);
    text.split('\n').forEach((whole, i) => {
      const indent = /^\s*/.exec(whole)[0].length;
      const column = (i === 0 ? first.character : 0) + indent + 1;
      found.push({ text: whole.slice(indent), line: first.line + i + 1, column });
    });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && CODE_ATTRIBUTES.test(node.name.getText(file))) return;
    if (ts.isJsxText(node)) add(node.text, node.pos);
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const { text, start } = literalSource(node, file);
      if (isText(text)) add(text, start);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
