// Extractors. Each returns the prose of a file as a list of lines `{ text, line, column }`, in
// Markdown. A line without text ends a paragraph. `line` and `column` are the position of the text
// in the file.
import ts from 'typescript';

const END = { text: '', line: 0, column: 0 };

/**
 * Table cells without words. They are replaced by spaces, because most contain numbers, which
 * textlint parses slowly.
 */
const NUMBER_CELL = /(?<=\|)(?![ :-]*\|)(?:(?![A-Za-z]{3})[^|])+(?=\|)/g;
const spaces = (cell) => ' '.repeat(cell.length);

export function markdown(source) {
  return source.split('\n').map((whole, i) => {
    const text = whole.startsWith('|') ? whole.replace(NUMBER_CELL, spaces) : whole;
    return { text, line: i + 1, column: 1 };
  });
}

/**
 * Code that comments contain without backticks: inline tags of TSDoc, and block tags with parameter
 * names.
 */
const INLINE_TAG = /\{(@\w+[^}\n]*)\}/g;
const BLOCK_TAG =
  /^\s*[@\\](?:(?:param|tparam|typeParam)(?:\[[\w,]+\])?\s+[\w.]+(?:\s+-(?=\s))?|\w+)\s*/;

/** A block tag starts a paragraph. */
function commentLine({ text, line, column }) {
  const tag = BLOCK_TAG.exec(text)?.[0] ?? '';
  const prose = text.slice(tag.length).replace(INLINE_TAG, '`$1`');
  const piece = { text: prose, line, column: column + tag.length };
  return tag ? [END, piece] : [piece];
}

/** Extracts `///` comments of C++, the documentation of headers. */
export const tripleSlash = (source) => slashes(source, /^\s*\/\/\/<? ?|^.*\s\/\/\/< ?/);

/** Extracts other C++ comments on their own lines. */
export const doubleSlash = (source) => slashes(source, /^\s*\/\/(?!\/) ?/);

function slashes(source, opening) {
  let previous = 0;
  return source.split('\n').flatMap((whole, i) => {
    const [lead] = opening.exec(whole) ?? [];
    if (lead === undefined) return [];
    const isNext = previous === i;
    previous = i + 1;
    const text = whole.slice(lead.length);
    const pieces = commentLine({ text, line: i + 1, column: lead.length + 1 });
    return isNext ? pieces : [END, ...pieces];
  });
}

function parse(source, path) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
}

/**
 * Splits a text that begins at `start` into lines. Removes the text that `lead` matches from each
 * line.
 */
function linesOf(file, text, start, lead) {
  const first = file.getLineAndCharacterOfPosition(start);
  return text.split('\n').map((whole, i) => {
    const { length } = lead.exec(whole)[0];
    const column = (i === 0 ? first.character : 0) + length + 1;
    return { text: whole.slice(length), line: first.line + i + 1, column };
  });
}

/**
 * Instructions to tools at the start of a comment. A reason after the instruction is checked as
 * prose.
 */
const DIRECTIVE = /^\s*(?:@ts-\w+|biome-ignore [\w/]+:?|@__PURE__|@type\b.*)\s*/;

function commentRanges(source, file) {
  const ranges = new Map();
  const visit = (node) => {
    const children = node.getChildren(file);
    if (children.length > 0) return children.forEach(visit);
    if (ts.isJsxText(node)) return;
    const found = [
      ...(ts.getTrailingCommentRanges(source, node.pos) ?? []),
      ...(ts.getLeadingCommentRanges(source, node.pos) ?? []),
    ];
    for (const range of found) ranges.set(range.pos, range);
  };
  visit(file);
  return [...ranges.values()].sort((a, b) => a.pos - b.pos);
}

/** Turns an indented line, such as a table row, into a separate paragraph. */
const separated = (line) => (line.text.startsWith('  ') ? [END, line, END] : [line]);

/** Consecutive lines with `//` are one text. */
export function comments(source, path) {
  const file = parse(source, path);
  const found = [];
  let previous = 0;
  for (const { kind, pos, end } of commentRanges(source, file)) {
    const isBlock = kind === ts.SyntaxKind.MultiLineCommentTrivia;
    const start = pos + 2;
    const text = source.slice(start, isBlock ? end - 2 : end);
    const lines = linesOf(file, text, start, isBlock ? /^\s*\**!? ?/ : /^\/* ?/);
    const prose = lines
      .flatMap(separated)
      .flatMap(commentLine)
      .map(({ text, ...place }) => {
        const { length } = DIRECTIVE.exec(text)?.[0] ?? '';
        return { ...place, text: text.slice(length), column: place.column + length };
      });
    const isNext = !isBlock && lines[0].line === previous + 1;
    previous = isBlock ? 0 : lines[0].line;
    found.push(...(isNext ? prose : [END, ...prose]));
  }
  return found;
}

/**
 * Returns the identifier at the beginning of a chain of calls and properties, such as `test` in
 * `test.each(cases)`.
 */
function rootOf(node) {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) {
    return rootOf(node.expression);
  }
  return ts.isIdentifier(node) ? node.text : undefined;
}

const TEST_FUNCTION = /^(?:check|describe|it|longTest|plain|test)$/;
const isName = (property) => property.name?.text === 'name';

const isTestCase = (node) =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.some((property) => property.name?.text === 'run') &&
  node.properties.some((property) => isName(property) && property.initializer);

/** Extracts the names of tests and test groups, without requirement ids. */
export function testNames(source, path) {
  const file = parse(source, path);
  const found = [];
  const add = (name) => {
    if (!ts.isStringLiteralLike(name) && !ts.isTemplateExpression(name)) return;
    const { text, start } = literalSource(name, file);
    found.push(END, ...linesOf(file, text, start, /^(?:\[[\w, ]+\] )*/));
  };
  const visit = (node) => {
    const [name] = ts.isCallExpression(node) ? node.arguments : [];
    if (name && TEST_FUNCTION.test(rootOf(node.expression))) add(name);
    if (isTestCase(node)) add(node.properties.find(isName).initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Extracts the names of GoogleTest tests, without requirement ids. */
export const googleTestNames = (source) =>
  values(/^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\w+, *(?:[A-Z]+\d+_)*(\w+)\)/)(source).map(
    ({ text, ...place }) => ({ ...place, text: text.replaceAll('_', ' ') }),
  );

/** JSX attributes whose values are not text for users. */
const CODE_ATTRIBUTES =
  /^(?:class|className|d|for|href|id|key|points|src|style|transform|type|viewBox)$/;

/**
 * Returns whether a literal is a phrase or a label. Shaders, style sheets and strings with `word@`
 * are not.
 */
const isText = (text) =>
  /^[A-Z][a-z]+$/.test(text) ||
  (/[A-Za-z]{2}/.test(text) && /\S \S/.test(text) && !/[;{]\s*\n|\w@/.test(text));

/**
 * Returns the text between the quotes of a literal. Substitutions become inline code of the same
 * length.
 */
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

export function strings(source, path) {
  const file = parse(source, path);
  const found = [];
  const add = (text, start) => found.push(END, ...linesOf(file, text, start, /^\s*/));
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

/**
 * Extracts values from data files: the text that the first group of the pattern matches in each
 * line.
 */
export const values = (pattern) => (source) =>
  source.split('\n').flatMap((whole, i) => {
    const [found, text] = pattern.exec(whole) ?? [];
    if (text === undefined) return [];
    return [END, { text, line: i + 1, column: whole.indexOf(text, whole.indexOf(found)) + 1 }];
  });
