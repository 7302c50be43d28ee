// Mutants of C++ sources: places where an operator can be replaced, found by the text around it.

/** Texts and their replacements. clang-format puts spaces around operators, but not around `<` of templates. */
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

/** Lines that declare something, instead of computing it. */
const DECLARATION = /^\s*(#|\/\/|template\b|requires\b|concept\b|static_assert\b|using\b|friend\b)/;

/**
 * Returns the mutants of a source.
 * @param {string} source
 * @returns {{ line: number, at: number, from: string, to: string }[]} Line from 1 on, and position of
 * `from` in the source.
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

/** Returns the source with a mutant. */
export const mutated = (source, { at, from, to }) =>
  source.slice(0, at) + to + source.slice(at + from.length);
