/** Formats and parses records. */

interface Head {
  readonly schema: string;
}

/**
 * Returns JSON text that identifies the case of an entry. Entries of the same case have equal text.
 */
const caseOf = (entry: unknown) => JSON.stringify(entry, ['motion', 'scene', 'dimensions', 'n']);

function listText(entries: readonly unknown[]): string {
  if (entries.length === 0) return '[]';
  const parts = entries.map((entry, i) => {
    const isSame = i > 0 && caseOf(entry) === caseOf(entries[i - 1]);
    return `${isSame ? ',' : ',\n  '}${JSON.stringify(entry)}`;
  });
  return `[${parts.join('').slice(1)}\n ]`;
}

/**
 * Returns the record as JSON with one line per case, so that a diff shows the cases that changed.
 */
export function recordText(
  { schema, ...head }: Head,
  lists: Readonly<Record<string, readonly unknown[]>>,
): string {
  const first = JSON.stringify({ schema, ...head }, null, 1).slice(0, -2);
  const parts = Object.entries(lists).map(([name, list]) => ` "${name}": ${listText(list)}`);
  return `${[first, ...parts].join(',\n')}\n}\n`;
}

/** Throws if the record has a different schema. */
export function recordOf<Found extends Head>(schema: Found['schema'], text: string): Found {
  const record = JSON.parse(text) as Found;
  if (record.schema === schema) return record;
  throw new Error(`expected schema ${schema}, found ${JSON.stringify(record.schema)}`);
}
