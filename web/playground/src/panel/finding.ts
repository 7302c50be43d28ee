/**
 * Search for entries that contain all words of the search text. A search word may be a part of a
 * longer word.
 */

export interface Findable {
  /** Category name. */
  readonly kind: string;
  readonly title: string;
  readonly sentence: string;
}

/** Returns the rank of a match, lower is better; null without a match. */
function rank({ kind, title, sentence }: Findable, searchWords: readonly string[]): number | null {
  const name = title.toLowerCase();
  const all = `${name} ${kind} ${sentence}`.toLowerCase();
  if (!searchWords.every((word) => all.includes(word))) return null;
  const [first = ''] = searchWords;
  if (name.startsWith(first)) return 0;
  if (name.split(/[\s-]+/).some((word) => word.startsWith(first))) return 1;
  if (name.includes(first) || kind.toLowerCase().startsWith(first)) return 2;
  return 3;
}

/** Returns entries that contain every word, best match first; all entries for an empty text. */
export function find<Entry extends Findable>(entries: readonly Entry[], text: string): Entry[] {
  const searchWords = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .map((entry) => ({ entry, place: rank(entry, searchWords) }))
    .filter(({ place }) => place !== null)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ entry }) => entry);
}
