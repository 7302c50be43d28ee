/** The answer: who, why, how far behind the others are, where it tips over, code, and where to see and measure it. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Advice } from 'sapwood/all';
import { structureGuides } from '../../model/structure-guide.js';
import { count, duration } from '../../ui/format.js';
import { adviceFor } from './advice.js';
import { type Answer, answerOf, type Ranked, tipsOf } from './answer.js';
import { codeFor } from './code.js';
import { benchHash, watchHash } from './links.js';
import type { Measured } from './measured.js';
import { type Question, workWords } from './question.js';
import { WhichForm } from './which-form.js';
import { WhichMap } from './which-map.js';
import { numbers, question } from './which-state.js';

const followingWords = {
  rebuild: 'built anew each frame with build(boxes)',
  refit: 'kept, its bounds follow by update(boxes)',
  incremental: 'told what has moved by moveMany(ids, boxes)',
} as const;

const SHOWN = 5;
const times = (ratio: number) => `${ratio < 10 ? ratio.toFixed(1) : count(ratio)} ×`;

interface WhichProps {
  /** Runs that are asked before the numbers that came with the page. */
  readonly runs?: readonly Measured[];
}

export function Which({ runs = [] }: WhichProps) {
  const asked = question.value;
  const table = numbers.value;
  const sources = [...runs, ...(table.kind === 'ready' ? [table.measured] : [])];
  const source = sources.find((each) => answerOf(each, asked));
  return (
    <div class="which">
      <WhichForm />
      <div role="status" class="which-status">
        {source ? (
          <Verdict measured={source} question={asked} />
        ) : (
          <p class="hint">
            {table.kind === 'failed' ? table.text : 'Loading the measured numbers'}
          </p>
        )}
      </div>
      {source && <Details measured={source} question={asked} />}
    </div>
  );
}

interface PartProps {
  readonly measured: Measured;
  readonly question: Question;
}

function optionWords({ options }: Ranked['contender']): string {
  const list = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  return list.length > 0 ? ` with ${list.join(', ')}` : '';
}

/** Who comes next, and how far behind. */
function nextWords([, ...others]: readonly Ranked[]): string {
  const level = others.filter((one) => one.level).map(({ contender }) => contender.title);
  const next = others.find((one) => !one.level);
  const behind = next ? `${next.contender.title} takes ${times(next.ratio)} as long.` : '';
  if (level.length === 0) return behind && `Next: ${behind}`;
  return `As good, within a tenth: ${level.join(', ')}.${behind && ` Then ${behind}`}`;
}

const timeWords = (ms: number, { share }: Question) =>
  `${duration(ms)}${share === 0 ? '' : ' a frame'}`;

/** One line, for the first screen and for those who hear the page. */
export function ShortVerdict({ answer, question: asked }: { answer: Answer; question: Question }) {
  const [{ contender, ms }] = answer.ranked;
  return (
    <p class="which-short">
      Take <strong>{contender.title}</strong>: {timeWords(ms, asked)}. {nextWords(answer.ranked)}
    </p>
  );
}

function Verdict({ measured, question: asked }: PartProps) {
  const answer = answerOf(measured, asked);
  if (!answer) return null;
  const [{ contender, ms }] = answer.ranked;
  const follow = asked.share > 0 && contender.following;
  return (
    <>
      <p class="which-first">
        Take <strong data-which-first={contender.key}>{contender.title}</strong>
        {optionWords(contender)}
        {follow && `, ${followingWords[follow]}`}: {timeWords(ms, asked)}.
      </p>
      <p class="hint">
        {workWords(asked)} {answer.n !== asked.count && sizeWords(answer)}
      </p>
    </>
  );
}

function sizeWords({ measured: [least, most], n }: Answer): string {
  return `Measured from ${count(least)} to ${count(most)} things: this is the answer for ${count(n)}.`;
}

function Details({ measured, question: asked }: PartProps) {
  const answer = useMemo(() => answerOf(measured, asked), [measured, asked]);
  if (!answer) return null;
  const [first] = answer.ranked;
  return (
    <>
      <Links question={asked} answer={answer} />
      <Ranking answer={answer} />
      <Why question={asked} answer={answer} />
      <Tips measured={measured} question={asked} />
      <WhichMap measured={measured} question={asked} />
      <Code code={codeFor(asked, first.contender)} />
      <p class="hint">Measured {measured.origin}.</p>
    </>
  );
}

interface LinksProps {
  readonly question: Question;
  readonly answer: Answer;
}

function Links({ question: asked, answer }: LinksProps) {
  const contenders = answer.ranked.map(({ contender }) => contender);
  const bench = benchHash(asked, contenders);
  return (
    <p class="which-links">
      {contenders[0].structure !== null && (
        <a class="strong" href={`#${watchHash(asked, contenders[0])}`}>
          Watch it
        </a>
      )}
      {bench === null ? (
        <span class="hint">The Bench page does not measure cameras.</span>
      ) : (
        <a class="preset" href={`#${bench}`}>
          Measure it here
        </a>
      )}
    </p>
  );
}

function Ranking({ answer }: { answer: Answer }) {
  const [all, setAll] = useState(false);
  const { ranked } = answer;
  const shown = all ? ranked : ranked.slice(0, SHOWN);
  const most = shown.at(-1)?.ms ?? 1;
  return (
    <section class="which-part">
      <h3>How far behind the others are</h3>
      <ol class="which-ranks">
        {shown.map(({ contender, level, ms, ratio }) => (
          <li key={contender.key} data-which-rank={contender.key}>
            <span>{contender.title}</span>
            <span class="which-bar" aria-hidden="true">
              <i style={{ width: `${(100 * ms) / most}%` }} />
            </span>
            <span class="which-time">
              {duration(ms)}{' '}
              <small>{ratio === 1 ? 'least' : level ? '≈ same' : times(ratio)}</small>
            </span>
          </li>
        ))}
      </ol>
      {ranked.length > SHOWN && (
        <button type="button" class="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show the first only' : `Show all ${ranked.length}`}
        </button>
      )}
    </section>
  );
}

/** What `advise` says of such boxes; it is asked when the hand rests. */
function useAdvice(asked: Question): Advice | null {
  const [advice, setAdvice] = useState<{ of: Question; says: Advice | null } | null>(null);
  useEffect(() => {
    let wanted = true;
    adviceFor(asked).then(
      (says) => wanted && setAdvice({ of: asked, says }),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [asked]);
  return advice?.of === asked ? advice.says : null;
}

function Why({ question: asked, answer }: { question: Question; answer: Answer }) {
  const advice = useAdvice(asked);
  const [{ contender }] = answer.ranked;
  const guide = contender.structure === null ? undefined : structureGuides[contender.structure];
  const advised = answer.ranked.find((one) => one.contender.structure === advice?.structure);
  const agrees = advised?.contender === contender;
  return (
    <section class="which-part">
      <h3>Why</h3>
      <ul class="which-why">
        {guide && (
          <li>
            {guide.what} {guide.take}
          </li>
        )}
        {asked.ask === 'camera' && (
          <li>
            <code>advise()</code> has no rules for cameras; this is from the table alone.
          </li>
        )}
        {advice && advised && (
          <li data-which-advice={advice.structure}>
            <code>advise()</code>, which looks at boxes rather than at this table,{' '}
            {agrees
              ? 'names it too'
              : `names ${advised.contender.title} (${times(advised.ratio)} the time)`}
            : {advice.reasons.join('; ')}.
          </li>
        )}
      </ul>
    </section>
  );
}

function Tips({ measured, question: asked }: PartProps) {
  const tips = useMemo(() => tipsOf(measured, asked), [measured, asked]);
  return (
    <section class="which-part">
      <h3>Where it tips over</h3>
      {tips.length === 0 ? (
        <p class="hint">Nowhere in what was measured: it stays the first at every size.</p>
      ) : (
        <ul class="which-why">
          {tips.map(({ n, before, after }) => (
            <li key={`${n} ${after.key}`}>
              From about <strong>{count(n)}</strong> things on, {after.title} instead of{' '}
              {before.title}.
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Code({ code }: { code: string | null }) {
  const [copied, setCopied] = useState<string | null>(null);
  if (code === null) return null;
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(code),
      () => setCopied(null),
    );
  return (
    <section class="which-part">
      <h3>Code to paste</h3>
      <textarea
        class="which-code"
        readOnly
        wrap="off"
        spellcheck={false}
        rows={code.split('\n').length}
        aria-label="Code of the answer"
        value={code}
      />
      <button type="button" class="preset" onClick={() => void copy()}>
        <span aria-live="polite">{copied === code ? 'Copied' : 'Copy'}</span>
      </button>
    </section>
  );
}
