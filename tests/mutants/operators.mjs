// Mutants of C++ sources: sources with one operator replaced. A text search finds the operators.

/**
 * Texts and their replacements. The texts contain spaces, because clang-format puts spaces around
 * operators but not around the `<` of templates.
 */
const REPLACEMENTS = [
  [' < ', ' <= '],
  [' <= ', ' < '],
  [' > ', ' >= '],
  [' >= ', ' > '],
  [' == ', ' != '],
  [' != ', ' == '],
  [' && ', ' || '],
  [' || ', ' && '],
  [' + ', ' - '],
  [' - ', ' + '],
  [' * ', ' + '],
  [' / ', ' * '],
  [' += ', ' -= '],
  [' -= ', ' += '],
  [' |= ', ' &= '],
  [' &= ', ' |= '],
  [' << ', ' >> '],
  [' >> ', ' << '],
  [' & ', ' | '],
  [' | ', ' & '],
  ['++', '--'],
  ['--', '++'],
  ['min(', 'max('],
  ['max(', 'min('],
  ['return true;', 'return false;'],
  ['return false;', 'return true;'],
  ['continue;', 'break;'],
];

/** Lines with only a declaration, a preprocessor directive or a comment. They are not changed. */
const DECLARATION = /^\s*(#|\/\/|template\b|requires\b|concept\b|static_assert\b|using\b|friend\b)/;

/**
 * Returns the mutants of a source.
 * @param {string} source
 * @returns {{ line: number, at: number, from: string, to: string }[]} Line number, starting at 1,
 * and position of `from` in the source.
 */
export function mutantsOf(source) {
  const mutants = [];
  let start = 0;
  for (const [i, line] of source.split('\n').entries()) {
    const code = line.replace(/\s*\/\/.*$/, '');
    if (!DECLARATION.test(line)) {
      for (const [from, to] of REPLACEMENTS) {
        for (let at = code.indexOf(from); at >= 0; at = code.indexOf(from, at + 1)) {
          mutants.push({ line: i + 1, at: start + at, from, to });
        }
      }
    }
    start += line.length + 1;
  }
  return mutants;
}

export const mutated = (source, { at, from, to }) =>
  source.slice(0, at) + to + source.slice(at + from.length);
