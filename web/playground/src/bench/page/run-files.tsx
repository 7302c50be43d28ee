/** Export of a run as a JSON file or a link. */

import { useState } from 'preact/hooks';
import { loadValue } from '../../state/browser-store.js';
import { fileName, save } from '../../ui/sharing.js';
import { reportText } from '../record.js';
import { writeLink, writeResultLink } from '../share.js';
import { type BenchState, faultText, useBench } from './bench-state.js';

interface Message {
  readonly text: string;
  /**
   * Link for the user to copy, if the browser does not allow the page to copy it; otherwise null.
   */
  readonly link: string | null;
}

async function saveJson(bench: BenchState): Promise<Message> {
  const state = bench.state.peek();
  const text = state
    ? await reportText(state, bench.catalog)
    : await loadValue<string>('bench-run');
  if (!text) return { text: 'There are no results yet. Press Run first.', link: null };
  save(fileName('bench', 'json'), new Blob([text], { type: 'application/json' }));
  return {
    text: 'Saved as JSON with every sample. Open the file here to see the run again.',
    link: null,
  };
}

async function copyResults(bench: BenchState): Promise<Message> {
  const own = bench.own.peek();
  if (!own?.configuration)
    return { text: 'There are no results yet. Press Run first.', link: null };
  return copyLink(writeResultLink(own, own.configuration), 'result');
}

interface Action {
  readonly label: string;
  /** `own` if the action requires a run that was measured on this page. */
  readonly needs: 'own' | 'nothing';
  run(bench: BenchState): Message | Promise<Message>;
}

const actions: readonly Action[] = [
  { label: 'Save JSON', needs: 'own', run: saveJson },
  {
    label: 'Copy link to this setup',
    needs: 'nothing',
    run: ({ configuration }) => copyLink(writeLink(configuration.peek()), 'setup'),
  },
  { label: 'Copy link with results', needs: 'own', run: copyResults },
];

export function RunFiles() {
  const bench = useBench();
  const [message, setMessage] = useState<Message | null>(null);
  const available = { own: bench.own.value !== null, nothing: true };
  const act = async (action: Action) => {
    try {
      setMessage(await action.run(bench));
    } catch (error) {
      setMessage({ text: faultText(error, 'This failed. Try again.'), link: null });
    }
  };
  return (
    <section class="card bench-card run-files" aria-label="Export and share">
      <h2>Export and share</h2>
      <div class="presets">
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            class="preset"
            disabled={!available[action.needs]}
            onClick={() => void act(action)}
          >
            {action.label}
          </button>
        ))}
      </div>
      <ActionMessage message={message} />
    </section>
  );
}

async function copyLink(hash: string, what: 'setup' | 'result'): Promise<Message> {
  const address = new URL(window.location.href);
  address.hash = hash;
  const copied =
    what === 'setup'
      ? 'The link restores this setup.'
      : 'The link contains the median times of this run.';
  try {
    await navigator.clipboard.writeText(address.href);
    return { text: `Link copied. ${copied}`, link: null };
  } catch {
    return {
      text: `The browser did not allow copying. Copy this link yourself. ${copied}`,
      link: address.href,
    };
  }
}

function ActionMessage({ message }: { message: Message | null }) {
  return (
    <div role="status">
      {message && <p class="hint">{message.text}</p>}
      {message?.link && (
        <input
          class="link-text"
          type="text"
          readOnly
          aria-label="Link"
          value={message.link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </div>
  );
}
