/** How the visitor's file was read, and the other ways in which it can be read. */

import { type OwnData, openedFile, ownData, refusedFile } from '../../model/own-data.js';
import { usePage } from '../../session/page.js';
import { SelectField } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { openFile } from './own-file.js';

/** The ways in which the file can be read, if there are several. A choice applies at once. */
export function ReadingField({ name }: { name: string }) {
  const { store } = usePage();
  const opened = refusedFile.value ?? openedFile.value;
  if (!opened) return null;
  const { all, used } = opened.readings;
  return (
    <SelectField
      label={`Read ${opened.file.name} as`}
      name={name}
      value={used}
      choices={all.map(({ id, label }) => ({ value: id, label }))}
      onChoose={(reading) => void openFile(store, opened.file, reading)}
    />
  );
}

/** What the file holds and how it was read. */
export function shownWords({ count: items, left, name, noun, understood }: OwnData): string {
  const shown =
    left > 0
      ? `the first ${count(items)} of ${count(items + left)} ${noun}`
      : `${count(items)} ${noun}`;
  const how = understood === '' ? '' : `; read as ${understood}`;
  return `${name}: ${shown}${how}. The file does not leave this browser.`;
}

export function OwnReading() {
  return <ReadingField name="own-reading" />;
}

export function OwnWords() {
  const data = ownData.value;
  return data && <>{shownWords(data)}</>;
}
