/**
 * Recommendation: the fastest structure, the times of the other structures, the reason, code, and
 * links.
 */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Advice } from 'sapwood/all';
import { isTextbook } from '../../model/page-options.js';
import { count, duration } from '../../ui/format.js';
import { structureColor } from '../../ui/structure-colors.js';
import { Textbook } from '../../ui/textbook.js';
import { codeFor } from './code.js';
import { benchHash, watchHash } from './links.js';
import type { Measured } from './measured.js';
import { type Question, workWords } from './question.js';
import {
  adviceFor,
  type Ranked,
  type Recommendation,
  reasonFor,
  recommend,
} from './recommendation.js';
import { WhichForm } from './which-form.js';
import { WhichMap } from './which-map.js';
import { currentQuestion, numbers } from './which-state.js';

const followingCalls = {
  rebuild: 'build(boxes)',
  refit: 'update(boxes)',
  incremental: 'moveMany(ids, boxes)',
} as const;

const queryCalls: Readonly<Record<Question['task'], string>> = {
  collisions: 'pairs()',
  neighbors: 'nearest(point, k)',
  camera: 'queryFrustum(planes)',
  rays: 'raycast(origin, direction)',
  ranges: 'queryBox(box)',
};

const SHOWN = 5;
/** Lines of code shown without scrolling. */
const SHOWN_LINES = 12;
const times = (ratio: number) => `${ratio < 10 ? ratio.toFixed(1) : count(ratio)} ×`;

export function Which() {
  const question = currentQuestion.value;
  const table = numbers.value;
  const measured = table.kind === 'ready' ? table.measured : null;
  return (
    <div class="which">
      <WhichForm />
      <div role="status" class="which-status">
        {measured ? (
          <Verdict measured={measured} question={question} />
        ) : (
          <p class="hint">
            {table.kind === 'failed' ? table.text : 'Loading the measured times …'}
          </p>
        )}
      </div>
      {measured && <Details measured={measured} question={question} />}
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

const timeWords = (ms: number, { share }: Question) =>
  `${duration(ms)}${share === 0 ? '' : ' per frame'}`;

function Verdict({ measured, question }: PartProps) {
  const recommendation = recommend(measured, question);
  if (!recommendation) return null;
  const [{ contender, ms }] = recommendation.ranked;
  return (
    <>
      <p class="which-first">
        Use <strong data-which-first={contender.key}>{contender.title}</strong>
        {optionWords(contender)}. <Calls question={question} contender={contender} />
        {timeWords(ms, question)}.
      </p>
      <p class="hint">
        {workWords(question)} {recommendation.n !== question.count && sizeWords(recommendation)}
      </p>
    </>
  );
}

/** Sentence with the method calls of the generated program. */
function Calls({ question, contender }: { question: Question } & Pick<Ranked, 'contender'>) {
  const query = <code>{queryCalls[question.task]}</code>;
  if (question.share === 0) {
    return (
      <>
        Call <code>build(boxes)</code> once, then {query}.{' '}
      </>
    );
  }
  return (
    <>
      Each frame: <code>{followingCalls[contender.following]}</code>, then {query}.{' '}
    </>
  );
}

function sizeWords({ measured: [min, max], n }: Recommendation): string {
  return `Measured for ${count(min)} to ${count(max)} boxes; this is the result for ${count(n)}.`;
}

function Details({ measured, question }: PartProps) {
  const recommendation = useMemo(() => recommend(measured, question), [measured, question]);
  if (!recommendation) return null;
  const [first] = recommendation.ranked;
  return (
    <>
      <Links question={question} recommendation={recommendation} />
      <Code code={codeFor(question, first.contender)} />
      <Ranking question={question} recommendation={recommendation} />
      <Why question={question} recommendation={recommendation} />
      <WhichMap measured={measured} question={question} />
      <p class="hint">Measured {measured.origin}.</p>
    </>
  );
}

interface LinksProps {
  readonly question: Question;
  readonly recommendation: Recommendation;
}

function Links({ question, recommendation }: LinksProps) {
  const contenders = recommendation.ranked.map(({ contender }) => contender);
  const bench = benchHash(question, contenders);
  return (
    <p class="which-links">
      <a class="strong" href={`#${watchHash(question, contenders[0])}`}>
        Watch it work
      </a>
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
  readonly recommendation: Recommendation;
}

function Ranking({ question: { share }, recommendation }: RankingProps) {
  const [all, setAll] = useState(false);
  const { ranked } = recommendation;
  // textbook structures are listed separately, unless one of them is the fastest
  const isAside = ({ contender, ratio }: Ranked) => ratio !== 1 && isTextbook(contender.structure);
  const main = ranked.filter((one) => !isAside(one));
  const aside = ranked.filter(isAside);
  const shown = all ? main : main.slice(0, SHOWN);
  const max = Math.max(...shown.map(({ ms }) => ms));
  return (
    <section class="which-part">
      <h2>All structures, time{share > 0 && ' per frame'} (shorter is better)</h2>
      <Ranks list={shown} max={max} />
      {main.length > SHOWN && (
        <button type="button" class="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the fastest ${SHOWN}` : `Show all ${main.length}`}
        </button>
      )}
      {aside.length > 0 && (
        <Textbook>
          <Ranks list={aside} max={max} />
        </Textbook>
      )}
    </section>
  );
}

interface RanksProps {
  readonly list: readonly Ranked[];
  /** Time that the longest bar shows, in milliseconds. */
  readonly max: number;
}

function Ranks({ list, max }: RanksProps) {
  return (
    <ol class="which-ranks">
      {list.map(({ contender, ms, ratio, tied }) => (
        <li key={contender.key} data-which-rank={contender.key}>
          <span>{contender.title}</span>
          <span class="which-bar" aria-hidden="true">
            <i
              style={{
                width: `${Math.min((100 * ms) / max, 100)}%`,
                background: structureColor(contender.structure),
              }}
            />
          </span>
          <span class="which-time">
            {duration(ms)} <small>{ratio === 1 ? 'fastest' : tied ? '≈ same' : times(ratio)}</small>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Returns the result of `advise` for the `Question`; null until it is ready. */
function useAdvice(question: Question): Advice | null {
  const [advice, setAdvice] = useState<{ of: Question; advice: Advice | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    adviceFor(question).then(
      (result) => isCurrent && setAdvice({ of: question, advice: result }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [question]);
  return advice?.of === question ? advice.advice : null;
}

function Why({ question, recommendation }: { question: Question; recommendation: Recommendation }) {
  const advice = useAdvice(question);
  const [{ contender }] = recommendation.ranked;
  const advised = recommendation.ranked.find(
    (one) => one.contender.structure === advice?.structure,
  );
  const agrees = advised?.contender === contender;
  return (
    <section class="which-part">
      <h2>Why</h2>
      <ul class="which-why">
        <li>{reasonFor(question, contender)}</li>
        {question.task === 'camera' && (
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

function Code({ code }: { code: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(code),
      () => setCopied(null),
    );
  return (
    <section class="which-part">
      <h2>Code to paste</h2>
      <textarea
        class="code-text"
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
