/** Messages about a file, in the middle of the page: it can be dropped, it is being read, how it was read, why it was not. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  type OwnData,
  openedFile,
  ownData,
  ownEndings,
  ownFault,
  ownProgress,
  refusedFile,
} from '../../model/own-data.js';
import { ownScene } from '../../model/scene-menu.js';
import { usePage } from '../../session/page.js';
import { tellsWhatIsMissing } from '../../state/conform.js';
import { SelectField } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { OwnAdvice } from './own-advice.js';
import { fileOver, fileRead, openFile } from './own-file.js';

interface MessageProps {
  readonly kind: 'failed' | 'read';
  readonly children: ComponentChildren;
  readonly hasReadings: boolean;
  readonly onClose: () => void;
}

/** A sentence that stays until it is closed, with the ways in which the file can be read. */
function Message({ kind, children, hasReadings, onClose }: MessageProps) {
  return (
    <div class={`status-text status-${kind}`}>
      <div class="file-message">
        <div>{children}</div>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {hasReadings && <ReadingField name="own-reading-again" />}
    </div>
  );
}

/** What was read and what to do with it, where the visitor looks: the panel may be scrolled elsewhere. */
function ReadFile() {
  const { store } = usePage();
  const data = ownData.value;
  const isShown = data && store.field('scene').value === ownScene.id;
  if (!isShown || !fileRead.value || ownFault.value !== null) return null;
  const close = () => {
    fileRead.value = false;
  };
  return (
    <Message kind="read" hasReadings={openedFile.value !== null} onClose={close}>
      {shownWords(data)}
      <OwnAdvice data={data} onLeave={close} />
    </Message>
  );
}

/** A link without the boxes or the edits of its sender; the page says so in its middle. */
function MissingBoxes() {
  const { store } = usePage();
  const [closed, close] = useState(false);
  const notice = store.notices.value.scene ?? '';
  if (closed || !tellsWhatIsMissing(notice)) return null;
  return (
    <Message kind="failed" hasReadings={false} onClose={() => close(true)}>
      {notice}
    </Message>
  );
}

function RefusedFile() {
  const fault = ownFault.value;
  if (fault === null) return null;
  const close = () => {
    ownFault.value = null;
    refusedFile.value = null;
  };
  return (
    <Message kind="failed" hasReadings={refusedFile.value !== null} onClose={close}>
      {fault}
    </Message>
  );
}

export function FileDesk() {
  const progress = ownProgress.value;
  return (
    <>
      {fileOver.value && (
        <div class="drop-sign">
          <p>
            Drop the file to show its boxes
            <small>{ownEndings.join(', ')}; the file stays in this browser</small>
          </p>
        </div>
      )}
      <div class="status file-desk" role="status" aria-live="polite">
        {progress && (
          <p class="status-text">
            Reading {progress.name}, {Math.floor(100 * progress.share)} %
          </p>
        )}
        <RefusedFile />
        <ReadFile />
        <MissingBoxes />
      </div>
    </>
  );
}

/** The ways in which the file can be read, if there are several. A choice applies at once. */
function ReadingField({ name }: { name: string }) {
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
function shownWords({ count: items, left, name, noun, understood }: OwnData): string {
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
