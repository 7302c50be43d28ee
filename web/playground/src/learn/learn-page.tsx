/** Learn page: chapters with figures. A figure is created when its chapter scrolls into view. */

import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { structures } from 'sapwood/all';
import { type Chapter, chapters } from '../model/chapters.js';
import { docsAddress } from '../ui/docs.js';
import { BoxesAroundBoxes } from './chapters/boxes-around-boxes.js';
import { Cells } from './chapters/cells.js';
import { EveryPair } from './chapters/every-pair.js';
import { FourAtOnce } from './chapters/four-at-once.js';
import { LooseCells } from './chapters/loose-cells.js';
import { NearestFirst } from './chapters/nearest-first.js';
import { OneAxis } from './chapters/one-axis.js';
import { Rays } from './chapters/rays.js';
import { Refitting } from './chapters/refitting.js';
import { SurfaceArea } from './chapters/surface-area.js';
import { WhenThingsMove } from './chapters/when-things-move.js';
import { WhereToCut } from './chapters/where-to-cut.js';
import { WhichOne } from './chapters/which-one.js';
import { WhichVolume } from './chapters/which-volume.js';
import { claims } from './claims.js';
import { headline, lead } from './head.js';
import { useSeen } from './kit.js';

/** Figure component of each chapter, by the chapter ids in `model/chapters.ts`. */
const figures: Readonly<Record<string, ComponentType>> = {
  'boxes-around-boxes': BoxesAroundBoxes,
  cells: Cells,
  'every-pair': EveryPair,
  'four-at-once': FourAtOnce,
  'loose-cells': LooseCells,
  'nearest-first': NearestFirst,
  'one-axis': OneAxis,
  rays: Rays,
  refitting: Refitting,
  'surface-area': SurfaceArea,
  'when-things-move': WhenThingsMove,
  'where-to-cut': WhereToCut,
  'which-one': WhichOne,
  'which-volume': WhichVolume,
};

export function LearnPage() {
  return (
    <main class="learn-page" aria-label="How spatial indices work">
      <header class="learn-head">
        <h1>{headline}</h1>
        <p>{lead}</p>
        <nav aria-label="Chapters">
          <ol class="learn-contents">
            {chapters.map(({ title }, i) => (
              <li key={title}>
                <a href={`#learn.${i + 1}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      {chapters.map((chapter, i) => (
        <Section key={chapter.title} chapter={chapter} number={i + 1} />
      ))}
      <footer class="learn-foot">
        <p>
          Next, <a href="#v=1">watch all {structures.length} structures</a> on your own scene in 2D
          and 3D, step by step, or <a href="#bench">measure them</a> on this machine.
        </p>
      </footer>
    </main>
  );
}

function Section({ chapter, number }: { chapter: Chapter; number: number }) {
  const { idea, invitation, title } = chapter;
  const Live = figures[chapter.id];
  const part = useRef<HTMLElement>(null);
  const seen = useSeen(part);
  const [live, setLive] = useState(false);
  useEffect(() => {
    if (seen) setLive(true);
  }, [seen]);
  const id = `learn-${number}`;
  return (
    <section
      ref={part}
      id={id}
      class="learn-chapter"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      data-live={live}
    >
      <div class="learn-text">
        <p class="learn-number" aria-hidden="true">
          {number}
        </p>
        <h2 id={`${id}-title`}>{title}</h2>
        <p class="learn-idea">{idea}</p>
        <p class="learn-invitation">{invitation}</p>
      </div>
      {live ? <Live /> : <div class="learn-picture" style={{ aspectRatio: '1' }} />}
      <Beyond chapter={chapter} />
    </section>
  );
}

function Beyond({ chapter: { claim, code, docs } }: { chapter: Chapter }) {
  return (
    <div class="learn-beyond">
      {code && (
        <details>
          <summary>Code</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling requires keyboard focus */}
          <pre class="learn-code" tabIndex={0}>
            <code>{code}</code>
          </pre>
        </details>
      )}
      {claim && <Claim text={claim} />}
      <p>
        Documentation:{' '}
        {Object.entries(docs).map(([path, name], i) => (
          <span key={path}>
            {i > 0 && ', '}
            <a href={docsAddress(path)}>{name}</a>
          </span>
        ))}
      </p>
    </div>
  );
}

function Claim({ text }: { text: string }) {
  const claim = claims.value.find((one) => one.text === text);
  if (!claim) return null;
  return (
    <details class="learn-claim" data-verdict={claim.verdict}>
      <summary>Literature</summary>
      <p>
        <q>{claim.text}</q> <strong>{claim.verdict}.</strong> {claim.found}{' '}
        <small>{claim.source}</small>
      </p>
    </details>
  );
}
