/** The program that asks what the page asks, to copy. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { sceneEntry } from '../model/scene-menu.js';
import { BOX_FILE, type Snippet, snippet } from '../model/snippet.js';
import { count } from './format.js';
import { usePage } from './page.js';
import { codeOpen } from './visibility.js';

const close = () => {
  codeOpen.value = false;
};

export function CodeDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = codeOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="help code" aria-labelledby="code-title" onClose={close}>
      <header>
        <h2 id="code-title">This view as code</h2>
        <button type="button" class="icon" onClick={close}>
          <span class="visually-hidden">Close</span>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" />
          </svg>
        </button>
      </header>
      {open && <Code />}
    </dialog>
  );
}

function Code() {
  const { playground } = usePage();
  const { session, settings } = playground;
  if (!session) return <p class="hint">No scene is on the stage.</p>;
  const { title } = sceneEntry(settings.scene);
  const edited = playground.source?.edited ? ', edited by hand' : '';
  const about = `${count(session.source.count)} boxes of “${title}”, seed ${settings.seed}${edited}`;
  const program = snippet(session, about);
  return (
    <>
      <p class="hint">
        Runs as it is in Node and in every bundler once the package is installed:{' '}
        <code>npm install sapwood</code>
      </p>
      <textarea
        readOnly
        wrap="off"
        spellcheck={false}
        rows={18}
        aria-label="Code"
        value={program.code}
      />
      <div class="code-buttons">
        <CopyButton code={program.code} />
        <SaveButton file={program.file} />
      </div>
    </>
  );
}

function CopyButton({ code }: Pick<Snippet, 'code'>) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const words = { ready: 'Copy', copied: 'Copied', refused: 'The browser does not allow it' };
  return (
    <button
      type="button"
      class="strong"
      onClick={() => {
        navigator.clipboard.writeText(code).then(
          () => setState('copied'),
          () => setState('refused'),
        );
      }}
    >
      <span aria-live="polite">{words[state]}</span>
    </button>
  );
}

function SaveButton({ file }: Pick<Snippet, 'file'>) {
  if (!file) return null;
  return (
    <button
      type="button"
      class="preset"
      onClick={() => {
        const address = URL.createObjectURL(new Blob([file]));
        const link = Object.assign(document.createElement('a'), {
          href: address,
          download: BOX_FILE,
        });
        link.click();
        URL.revokeObjectURL(address);
      }}
    >
      Save {BOX_FILE}
    </button>
  );
}
