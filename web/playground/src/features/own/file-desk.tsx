/**
 * Messages in the center of the page about a user's file: drop target, progress, error, and the
 * interpretation of its columns.
 */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  type OwnData,
  openedFile,
  ownData,
  ownEndings,
  ownError,
  ownProgress,
  rejectedFile,
} from '../../model/own-data.js';
import { ownScene } from '../../model/scene-menu.js';
import { usePage } from '../../session/page.js';
import { reportsMissingContent } from '../../state/conform.js';
import { SelectField } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { OwnAdvice } from './own-advice.js';
import { isFileOver, isMessageOpen, openFile } from './own-file.js';

interface MessageProps {
  readonly kind: 'failed' | 'read';
  readonly children: ComponentChildren;
  readonly hasReadings: boolean;
  readonly onClose: () => void;
}

/** Message about the opened file, with a close button. Can offer other ways to read the file. */
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

/** Result of reading a file, shown in the center because the panel may be scrolled out of view. */
function ResultMessage() {
  const { store } = usePage();
  const data = ownData.value;
  const isShown = data && store.field('scene').value === ownScene.id;
  if (!isShown || !isMessageOpen.value || ownError.value !== null) return null;
  const close = () => {
    isMessageOpen.value = false;
  };
  return (
    <Message kind="read" hasReadings={openedFile.value !== null} onClose={close}>
      {summaryOf(data)}
      <OwnAdvice data={data} onLeave={close} />
    </Message>
  );
}

/** Message about a link that does not contain the boxes or edits of its sender. */
function MissingBoxes() {
  const { store } = usePage();
  const [closed, close] = useState(false);
  const notice = store.notices.value.scene ?? '';
  if (closed || !reportsMissingContent(notice)) return null;
  return (
    <Message kind="failed" hasReadings={false} onClose={() => close(true)}>
      {notice}
    </Message>
  );
}

function RejectedFile() {
  const error = ownError.value;
  if (error === null) return null;
  const close = () => {
    ownError.value = null;
    rejectedFile.value = null;
  };
  return (
    <Message kind="failed" hasReadings={rejectedFile.value !== null} onClose={close}>
      {error}
    </Message>
  );
}

export function FileDesk() {
  const progress = ownProgress.value;
  return (
    <>
      {isFileOver.value && (
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
        <RejectedFile />
        <ResultMessage />
        <MissingBoxes />
      </div>
    </>
  );
}

/** Menu of interpretations, if there are several. A choice takes effect immediately. */
function ReadingField({ name }: { name: string }) {
  const { store } = usePage();
  const opened = rejectedFile.value ?? openedFile.value;
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

/** Describes the contents and interpretation of a file. */
function summaryOf({ count: items, omitted, name, noun, interpretation }: OwnData): string {
  const shown =
    omitted > 0
      ? `the first ${count(items)} of ${count(items + omitted)} ${noun}`
      : `${count(items)} ${noun}`;
  const how = interpretation === '' ? '' : `; read as ${interpretation}`;
  return `${name}: ${shown}${how}. The file does not leave this browser.`;
}

export function OwnReading() {
  return <ReadingField name="own-reading" />;
}

export function OwnWords() {
  const data = ownData.value;
  return data && <>{summaryOf(data)}</>;
}
