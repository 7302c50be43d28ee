/** "Which structure?" on the Explore page: the sentence with a short answer, and a dialog with all of it. */

import { useEffect } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.js';
import { whichOpen } from '../../ui/visibility.js';
import { answerOf } from './answer.js';
import { ShortVerdict, Which } from './which-answer.js';
import { WhichForm } from './which-form.js';
import { numbers, question } from './which-state.js';

export function WhichQuestion() {
  const table = numbers.value;
  const answer = table.kind === 'ready' ? answerOf(table.measured, question.value) : null;
  return (
    <section class="which which-small" aria-label="Which structure?">
      <h2>Which structure?</h2>
      <WhichForm />
      <div role="status">
        {answer && <ShortVerdict answer={answer} question={question.value} />}
        {table.kind === 'failed' && <p class="hint">{table.text}</p>}
      </div>
      <OpenButton label={answer ? `See code and all ${answer.ranked.length}` : 'See code'} />
    </section>
  );
}

export function WhichButton() {
  return <OpenButton label="Which structure?" />;
}

function OpenButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      class="preset"
      data-which
      onClick={() => {
        whichOpen.value = true;
      }}
    >
      {label}
    </button>
  );
}

export function WhichDialog() {
  // a link in it was followed; not on its click, for a link that is gone is not followed
  useEffect(() => {
    const close = () => {
      whichOpen.value = false;
    };
    window.addEventListener('hashchange', close);
    return () => window.removeEventListener('hashchange', close);
  }, []);
  return (
    <Dialog open={whichOpen} titleId="which-title" title="Which structure?" look="which-dialog">
      {whichOpen.value && <Which />}
    </Dialog>
  );
}
