/** Finding entries by a few letters of their words. */

export interface Findable {
  /** What kind of thing it is, in a word. */
  readonly kind: string;
  readonly title: string;
  readonly sentence: string;
}

/** How well an entry fits; less is better, null where it does not fit. */
function rank({ kind, title, sentence }: Findable, wanted: readonly string[]): number | null {
  const name = title.toLowerCase();
  const all = `${name} ${kind} ${sentence}`.toLowerCase();
  if (!wanted.every((word) => all.includes(word))) return null;
  const [first = ''] = wanted;
  if (name.startsWith(first)) return 0;
  if (name.split(/[\s-]+/).some((word) => word.startsWith(first))) return 1;
  if (name.includes(first) || kind.toLowerCase().startsWith(first)) return 2;
  return 3;
}

/** Entries that have every word of the text somewhere, the closest first; all of them without a text. */
export function find<Entry extends Findable>(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .map((entry) => ({ entry, place: rank(entry, wanted) }))
    .filter(({ place }) => place !== null)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ entry }) => entry);
}
