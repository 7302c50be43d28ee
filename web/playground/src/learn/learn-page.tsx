/** The Learn page: ten chapters to scroll, each with a figure that is alive while it is looked at. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { structures } from 'sapwood/all';
import { ModeLinks } from '../ui/brand.js';
import { type Chapter, chapters } from './chapters.js';
import { useSeen } from './kit.js';

export function LearnPage() {
  return (
    <main class="learn-page" aria-label="How spatial indices work">
      <header class="learn-head">
        <div class="brand">
          <img src="./rings.svg" alt="" width="26" height="26" />
          <p class="learn-name">Sapwood</p>
          <ModeLinks />
        </div>
        <h1>Find which objects touch without checking every pair</h1>
        <p>
          Games need to know in every frame which objects touch, which are near, and what a ray
          hits. Ten short chapters lead from testing every pair to trees that test four boxes at
          once. Each figure runs the real library, and every number is counted live.
        </p>
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
  const { idea, invitation, Live, title } = chapter;
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
    </section>
  );
}
