// Verdicts on the results of test runs, including known failures.

/**
 * Returns whether `only` includes an entry point: it is 'all', 'separate', 'subpath' or the path of
 * one entry point.
 */
function includesEntry(only, { path, isSeparate }) {
  if (only === 'separate') return isSeparate;
  if (only === 'subpath') return path !== '.';
  return only === 'all' || only === path;
}

/**
 * Returns { verdict, note, why }. The verdict is 'works', 'known' (a known failure in the list) or
 * 'wrong'.
 */
export function judge(way, entry, { code, log }) {
  const failures = (way.fails ?? []).filter(({ only }) => includesEntry(only, entry));
  if (code === 0) {
    if (failures.length === 0) return { verdict: 'works', note: '' };
    return { verdict: 'wrong', note: 'works now: remove its failure from the list' };
  }
  const known = failures.find(({ logPattern }) => logPattern.test(log));
  if (!known) {
    return { verdict: 'wrong', note: failures.length > 0 ? 'fails in another way' : 'fails' };
  }
  if (known.hintPattern && !known.hintPattern.test(log)) {
    return { verdict: 'wrong', note: 'the error contains no hint' };
  }
  return { verdict: 'known', note: '', why: known.why };
}

export function appliesTo({ only = 'all', skips = [] }, entry) {
  return includesEntry(only, entry) && !skips.includes(entry.path);
}
