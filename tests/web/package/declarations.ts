/**
 * A reader of declaration files as tsc writes them: a declaration begins a line, its members are
 * indented by four spaces, comments stand on lines of their own. A line that it does not know is an
 * error, so that nothing is left out in silence.
 */

/** A member of a declaration, with the text of the comment before it, without its stars. */
export interface Member {
  readonly name: string;
  readonly comment: string;
}

export interface Declaration extends Member {
  readonly kind: string;
  readonly members: Member[];
  /** Local names of what it extends. */
  readonly bases: readonly string[];
}

/** A name in another file, or in the same one when `from` is undefined. */
export interface Reference {
  readonly from: string | undefined;
  readonly name: string;
}

export interface Declarations {
  /** By local name; a constant and a type may share one. */
  readonly own: Map<string, Declaration[]>;
  readonly imports: Map<string, Reference>;
  readonly exports: Map<string, Reference>;
  /** Files that are exported as a whole. */
  readonly stars: string[];
}

const HEAD =
  /^(?<exported>export )?(?:default )?(?:declare )?(?:abstract )?(?<kind>class|interface|type|const|let|function|enum) (?<name>[\w$]+)/;
const LIST =
  /^(?<verb>import|export)(?: type)? (?:\* as [\w$]+|\{(?<list>.*)\}|[\w$]+)(?: from '(?<from>.*)')?;$/;
const IGNORED = /^(?:\/\/|import '|import type [\w$]+ from |$)/;
const MODIFIERS = /^(?:(?:static|readonly|abstract|declare|protected|override|get|set) )*/;
const HIDDEN = /^(?:#|private |(?:static )?private )/;
/** What goes on with a member or a type that was begun above. */
const CONTINUED = /^[}|&)\]]/;
const MEMBER = /^(?<name>\[[^\]]*\]|[\w$]+|'[^']*'|(?=\())/;

/** The text of a file, read. */
export function readDeclarations(text: string): Declarations {
  const read: Declarations = {
    own: new Map(),
    imports: new Map(),
    exports: new Map(),
    stars: [],
  };
  let open: Declaration | undefined;
  for (const { line, comment } of commentedLines(text)) {
    if (/^ {5}/.test(line)) continue;
    if (line.startsWith('    ')) {
      if (open === undefined) throw unknown(line);
      addMember(open, line.trim(), comment);
    } else if (line.startsWith('}')) {
      open = undefined;
    } else {
      open = readTop(read, line, comment);
    }
  }
  return read;
}

const unknown = (line: string) => new Error(`a declaration in another form: ${line}`);

/** Lines of code, each with the comment that stands directly before it. */
function* commentedLines(text: string): Generator<{ line: string; comment: string }> {
  let comment = '';
  const pattern = /[ \t]*\/\*\*(?<doc>[\s\S]*?)\*\/[ \t]*\n?|(?<line>.*)\n?/y;
  while (pattern.lastIndex < text.length) {
    const { doc, line = '' } = pattern.exec(text)!.groups!;
    if (doc !== undefined) {
      comment = doc.replace(/^[ \t]*\* ?/gm, '').trim();
    } else if (line.trim() !== '') {
      yield { line, comment };
      comment = '';
    }
  }
}

function addMember({ members }: Declaration, line: string, comment: string): void {
  if (CONTINUED.test(line) || HIDDEN.test(line)) return;
  const name = MEMBER.exec(line.replace(MODIFIERS, ''))?.groups?.name;
  if (name === undefined) throw unknown(line);
  // nobody passes anything to it, nor asks what it is
  if (line === 'constructor();') return;
  // overloads and accessors of one name: the first one speaks for all of them
  if (!members.some((member) => member.name === name)) members.push({ name, comment });
}

/** Takes in what begins at the margin; answers the declaration whose members follow. */
function readTop(read: Declarations, line: string, comment: string): Declaration | undefined {
  if (IGNORED.test(line)) return undefined;
  const head = HEAD.exec(line)?.groups;
  if (head !== undefined) return declare(read, line, { ...head, comment } as unknown as Head);
  const star = /^export \* from '(.*)';$/.exec(line);
  const given = /^export default ([\w$]+);$/.exec(line);
  const list = LIST.exec(line)?.groups;
  if (star) {
    read.stars.push(star[1]);
  } else if (given) {
    read.exports.set('default', { from: undefined, name: given[1] });
  } else if (list) {
    readList(read, list);
  } else {
    throw unknown(line);
  }
  return undefined;
}

interface Head extends Member {
  readonly kind: string;
  readonly exported?: string;
}

function declare(read: Declarations, line: string, head: Head): Declaration | undefined {
  const { name, kind, comment, exported } = head;
  const isObject = kind === 'class' || kind === 'interface';
  const pattern = isObject ? / extends ([^{]*?)(?: implements| \{)/ : / = OptionsIn<(\w+),/;
  const bases = pattern.exec(line)?.[1] ?? '';
  const declaration = { name, kind, comment, members: [], bases: bases.match(/[\w$]+/g) ?? [] };
  const namesakes = read.own.get(name) ?? [];
  if (kind !== 'function' || namesakes.length === 0) namesakes.push(declaration);
  read.own.set(name, namesakes);
  if (exported !== undefined) read.exports.set(name, { from: undefined, name });
  return /[;}]$/.test(line) ? undefined : declaration;
}

function readList(read: Declarations, { verb, list, from }: Record<string, string>): void {
  const target = verb === 'import' ? read.imports : read.exports;
  for (const entry of (list ?? '').split(',')) {
    const [name, alias = name] = entry
      .trim()
      .replace(/^type /, '')
      .split(' as ');
    if (name !== '') target.set(alias, { from, name });
  }
}

/** Whether a comment tells an editor anything. A reference is not followed by editors. */
export function says(comment: string): boolean {
  return /[a-z]/i.test(comment.replace(/\{?@inheritDoc[^}]*\}?/gi, ''));
}

/** Names of declarations and members that have no comment, each once. */
export function gapsIn(declarations: Iterable<Declaration>): string[] {
  const gaps: string[] = [];
  for (const { name, comment, members } of declarations) {
    if (!says(comment)) gaps.push(name);
    for (const member of members) {
      if (!says(member.comment)) gaps.push(`${name}.${member.name}`);
    }
  }
  return gaps;
}
