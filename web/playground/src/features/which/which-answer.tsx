/** The answer: who, why, how far behind the others are, where it tips over, code, and where to see and measure it. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Advice } from 'sapwood/all';
import { isTextbook } from '../../model/page-options.js';
import { count, duration } from '../../ui/format.js';
import { structureColor } from '../../ui/structure-colors.js';
import { Textbook } from '../../ui/textbook.js';
import { type Answer, adviceFor, answerOf, type Ranked, tipsOf } from './answer.js';
import { codeFor } from './code.js';
import { benchHash, watchHash } from './links.js';
import type { Measured } from './measured.js';
import { type Question, workWords } from './question.js';
import { reasonFor } from './reasons.js';
import { WhichForm } from './which-form.js';
import { WhichMap } from './which-map.js';
import { measuredHere, numbers, question } from './which-state.js';

const followingCalls = {
  rebuild: 'build(boxes)',
  refit: 'update(boxes)',
  incremental: 'moveMany(ids, boxes)',
} as const;

const queryCalls: Readonly<Record<Question['ask'], string>> = {
  collisions: 'pairs()',
  neighbors: 'nearest(point, k)',
  camera: 'queryFrustum(planes)',
  rays: 'raycast(origin, direction)',
  ranges: 'queryBox(box)',
};

const SHOWN = 5;
/** Lines of code that are shown without scrolling. */
const SHOWN_LINES = 12;
const times = (ratio: number) => `${ratio < 10 ? ratio.toFixed(1) : count(ratio)} ×`;

export function Which() {
  const asked = question.value;
  const table = numbers.value;
  const measured = table.kind === 'ready' ? table.measured : null;
  return (
    <div class="which">
      <WhichForm />
      <div role="status" class="which-status">
        {measured ? (
          <Verdict measured={measured} question={asked} />
        ) : (
          <p class="hint">
            {table.kind === 'failed' ? table.text : 'Loading the measured times …'}
          </p>
        )}
      </div>
      {measured && <Details measured={measured} question={asked} />}
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

/** Below this the next one is close. */
const CLOSE = 1.5;

/** Who comes next, and how far behind. */
function nextWords([, ...others]: readonly Ranked[]): string {
  const level = others.filter((one) => one.level).map(({ contender }) => contender.title);
  const equal = level.length > 0 ? [`Equally fast: ${level.join(', ')}.`] : [];
  const next = others.find((one) => !one.level);
  if (!next) return equal.join('');
  const { contender, ratio } = next;
  const behind =
    ratio < CLOSE
      ? `Close: ${contender.title} (+${Math.round(100 * (ratio - 1))} %).`
      : `Next: ${contender.title} (${times(ratio)} the time).`;
  return [...equal, behind].join(' ');
}

const timeWords = (ms: number, { share }: Question) =>
  `${duration(ms)}${share === 0 ? '' : ' per frame'}`;

/** One line, for the first screen and for those who hear the page. */
export function ShortVerdict({ answer, question: asked }: { answer: Answer; question: Question }) {
  const [{ contender, ms }] = answer.ranked;
  return (
    <p class="which-short">
      Use <strong>{contender.title}</strong>: {timeWords(ms, asked)}. {nextWords(answer.ranked)}
    </p>
  );
}

function Verdict({ measured, question: asked }: PartProps) {
  const answer = answerOf(measured, asked);
  if (!answer) return null;
  const [{ contender, ms }] = answer.ranked;
  return (
    <>
      <p class="which-first">
        Use <strong data-which-first={contender.key}>{contender.title}</strong>
        {optionWords(contender)}. <Calls question={asked} contender={contender} />
        {timeWords(ms, asked)}.
      </p>
      <p class="hint">
        {workWords(asked)} {answer.n !== asked.count && sizeWords(answer)}
      </p>
    </>
  );
}

/** What the program calls; of a library of somebody else that is not known. */
function Calls({ question, contender }: { question: Question } & Pick<Ranked, 'contender'>) {
  const { following, structure } = contender;
  if (structure === null) return null;
  const query = <code>{queryCalls[question.ask]}</code>;
  if (question.share === 0) {
    return (
      <>
        Call <code>build(boxes)</code> once, then {query}.{' '}
      </>
    );
  }
  if (following === null) return null;
  return (
    <>
      Each frame: <code>{followingCalls[following]}</code>, then {query}.{' '}
    </>
  );
}

function sizeWords({ measured: [least, most], n }: Answer): string {
  return `Measured for ${count(least)} to ${count(most)} boxes; this is the result for ${count(n)}.`;
}

function Details({ measured, question: asked }: PartProps) {
  const answer = useMemo(() => answerOf(measured, asked), [measured, asked]);
  if (!answer) return null;
  const [first] = answer.ranked;
  return (
    <>
      <Links question={asked} answer={answer} />
      <Code code={codeFor(asked, first.contender)} />
      <Ranking question={asked} answer={answer} />
      <MeasuredHere question={asked} />
      <Why question={asked} answer={answer} />
      <Tips measured={measured} question={asked} />
      <WhichMap measured={measured} question={asked} />
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
          Watch it work
        </a>
      )}
      {bench === null ? (
        <span class="hint">Bench does not measure frustum queries.</span>
      ) : (
        <a class="preset" href={`#${bench}`}>
          Measure it here
        </a>
      )}
    </p>
  );
}

interface RankingProps {
  readonly question: Question;
  readonly answer: Answer;
  /** Where the times are from, if it is not the table. */
  readonly where?: string;
}

function Ranking({ question: { share }, answer, where }: RankingProps) {
  const [all, setAll] = useState(false);
  const { ranked } = answer;
  // a structure of textbooks stands aside, unless it is the fastest
  const isAside = ({ contender, ratio }: Ranked) => ratio !== 1 && isTextbook(contender.structure);
  const main = ranked.filter((one) => !isAside(one));
  const aside = ranked.filter(isAside);
  const shown = all ? main : main.slice(0, SHOWN);
  const most = Math.max(...shown.map(({ ms }) => ms));
  const ours = ranked.every(({ contender }) => contender.structure !== null);
  return (
    <section class="which-part">
      <h3>
        {where ?? (ours ? 'All structures' : 'All structures and libraries')}, time
        {share > 0 && ' per frame'} (shorter is better)
      </h3>
      <Ranks list={shown} most={most} isTable={where === undefined} />
      {main.length > SHOWN && (
        <button type="button" class="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the fastest ${SHOWN}` : `Show all ${main.length}`}
        </button>
      )}
      {aside.length > 0 && (
        <Textbook>
          <Ranks list={aside} most={most} isTable={where === undefined} />
        </Textbook>
      )}
    </section>
  );
}

interface RanksProps {
  readonly list: readonly Ranked[];
  /** Time of the longest bar, in milliseconds. */
  readonly most: number;
  readonly isTable: boolean;
}

function Ranks({ isTable, list, most }: RanksProps) {
  return (
    <ol class="which-ranks">
      {list.map(({ contender, level, ms, ratio }) => (
        <li key={contender.key} data-which-rank={isTable ? contender.key : undefined}>
          <span>{contender.title}</span>
          <span class="which-bar" aria-hidden="true">
            <i
              style={{
                width: `${Math.min((100 * ms) / most, 100)}%`,
                background: structureColor(contender.structure),
              }}
            />
          </span>
          <span class="which-time">
            {duration(ms)}{' '}
            <small>{ratio === 1 ? 'fastest' : level ? '≈ same' : times(ratio)}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The same question in a run of Bench in this browser; other machines and libraries may rank differently. */
function MeasuredHere({ question: asked }: { question: Question }) {
  const run = measuredHere.value.find((one) => answerOf(one, asked));
  const answer = run && answerOf(run, asked);
  if (!answer) return null;
  return <Ranking question={asked} answer={answer} where="Your run of Bench" />;
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
  const advised = answer.ranked.find((one) => one.contender.structure === advice?.structure);
  const agrees = advised?.contender === contender;
  return (
    <section class="which-part">
      <h3>Why</h3>
      <ul class="which-why">
        <li>{reasonFor(asked, contender)}</li>
        {asked.ask === 'camera' && (
          <li>
            <code>advise()</code> has no rules for frustum queries. This result is based only on the
            measured times.
          </li>
        )}
        {advice && advised && (
          <li data-which-advice={advice.structure}>
            <details>
              <summary>
                <code>advise()</code>{' '}
                {agrees
                  ? 'agrees.'
                  : `recommends ${advised.contender.title} (${times(advised.ratio)} the time).`}
              </summary>
              {advice.reasons.join('; ')}.
            </details>
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
      <h3>When another structure is faster</h3>
      {tips.length === 0 ? (
        <p class="hint">
          This structure is the fastest, or within 20 % of the fastest, at every measured size.
        </p>
      ) : (
        <ul class="which-why">
          {tips.map(({ n, before, after }) => (
            <li key={`${n} ${after.key}`}>
              From about <strong>{count(n)}</strong> boxes, {after.title} is faster than{' '}
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
        rows={SHOWN_LINES}
        aria-label="Code to paste"
        value={code}
      />
      <button type="button" class="preset" onClick={() => void copy()}>
        <span aria-live="polite">{copied === code ? 'Copied' : 'Copy'}</span>
      </button>
    </section>
  );
}
