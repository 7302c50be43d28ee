// Verdicts on outcomes of runs, including known failures.

/** Returns whether `only` includes an entry: 'all', 'separate', 'subpath' or the path of one entry. */
function isMeant(only, { path, isSeparate }) {
  if (only === 'separate') return isSeparate;
  if (only === 'subpath') return path !== '.';
  return only === 'all' || only === path;
}

/** Returns { verdict, note, why }; the verdict is 'works', 'known' (a failure in the list) or 'wrong'. */
export function judge(way, entry, { code, log }) {
  const failures = (way.fails ?? []).filter(({ only }) => isMeant(only, entry));
  if (code === 0) {
    if (failures.length === 0) return { verdict: 'works', note: '' };
    return { verdict: 'wrong', note: 'works now: take its failure out of the list' };
  }
  const known = failures.find(({ says }) => says.test(log));
  if (!known) {
    return { verdict: 'wrong', note: failures.length > 0 ? 'fails in another way' : 'fails' };
  }
  if (known.names && !known.names.test(log)) {
    return { verdict: 'wrong', note: 'the error names no remedy' };
  }
  return { verdict: 'known', note: '', why: known.why };
}

/** Returns whether a way is run with an entry. */
export function isFor({ only = 'all', skips = [] }, entry) {
  return isMeant(only, entry) && !skips.includes(entry.path);
}
