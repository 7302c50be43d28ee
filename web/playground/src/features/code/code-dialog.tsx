/** Dialog with a program that users can copy. It creates the page's boxes, structures and query. */

import { useState } from 'preact/hooks';
import { sceneEntry } from '../../model/scene-menu.js';
import { usePage } from '../../session/page.js';
import { Dialog } from '../../ui/dialog.js';
import { count } from '../../ui/format.js';
import { save } from '../../ui/sharing.js';
import { codeOpen } from '../../ui/visibility.js';
import { BOX_FILE, type Snippet, snippet } from './snippet.js';
import { projectFields, STACKBLITZ } from './stackblitz.js';

export function CodeDialog() {
  return (
    <Dialog open={codeOpen} titleId="code-title" title="This view as code" className="code">
      {codeOpen.value && <Code />}
    </Dialog>
  );
}

function Code() {
  const { playground } = usePage();
  const { session, settings } = playground;
  if (!session) return <p class="hint">There is no scene. Choose one first.</p>;
  const { title } = sceneEntry(settings.scene);
  const edited = playground.source?.edited ? ', edited by hand' : '';
  const about = `${count(session.source.count)} boxes of “${title}”, seed ${settings.seed}${edited}`;
  const program = snippet(session, about);
  return (
    <>
      <p class="hint">
        This program runs in Node and with every bundler after <code>npm install sapwood</code>.
        {program.file !== null && ` Save ${BOX_FILE} beside it.`}
      </p>
      <textarea
        class="code-text"
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
        <StackBlitz program={program} />
      </div>
    </>
  );
}

function CopyButton({ code }: Pick<Snippet, 'code'>) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  const words = { ready: 'Copy', copied: 'Copied', refused: 'The browser did not allow it' };
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

/** Sends the program and its boxes to StackBlitz, which opens a project in a new tab. */
function StackBlitz({ program }: { program: Snippet }) {
  return (
    <form method="post" action={STACKBLITZ} target="_blank" rel="noopener">
      {[...projectFields(program)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        class="preset"
        title="Sends this program and its boxes to stackblitz.com"
      >
        Open in StackBlitz
      </button>
    </form>
  );
}

function SaveButton({ file }: Pick<Snippet, 'file'>) {
  if (!file) return null;
  return (
    <button type="button" class="preset" onClick={() => save(BOX_FILE, new Blob([file]))}>
      Save {BOX_FILE}
    </button>
  );
}
