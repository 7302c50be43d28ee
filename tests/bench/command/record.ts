/** Formats and parses records. */

interface Head {
  readonly schema: string;
}

function listText(entries: readonly unknown[]): string {
  if (entries.length === 0) return '[]';
  return `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n ]`;
}

/** Returns a record as text with one line per entry of each list, so that diffs are readable. */
export function recordText(
  { schema, ...head }: Head,
  lists: Readonly<Record<string, readonly unknown[]>>,
): string {
  const first = JSON.stringify({ schema, ...head }, null, 1).slice(0, -2);
  const parts = Object.entries(lists).map(([name, list]) => ` "${name}": ${listText(list)}`);
  return `${[first, ...parts].join(',\n')}\n}\n`;
}

/** Parses a record. Throws if it has a different schema. */
export function recordOf<Found extends Head>(schema: Found['schema'], text: string): Found {
  const record = JSON.parse(text) as Found;
  if (record.schema === schema) return record;
  throw new Error(`expected schema ${schema}, found ${JSON.stringify(record.schema)}`);
}
