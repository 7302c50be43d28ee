/** Controls for an embedded stage: one line with a link to the full page. */

import '../styles/embed.css';
import { useEffect, useRef } from 'preact/hooks';
import { sceneEntry } from '../model/scene-menu.js';
import { type Page, PageContext, useNumberUpdates, usePage } from '../session/page.js';
import { wholePage } from '../state/route.js';
import { count } from '../ui/format.js';
import { StatusLine } from './app.js';
import { Captions } from './captions.js';
import { PlayButton } from './transport.js';

/**
 * Lets the mouse wheel scroll the outer page. With Ctrl or a pinch gesture, the wheel zooms the
 * picture.
 */
function leaveWheel(event: WheelEvent): void {
  if (!event.ctrlKey) event.stopPropagation();
}

export function Embed(page: Page & { onLayout: () => void }) {
  const caption = useRef<HTMLElement>(null);
  const compares = page.store.field('other').value !== null;
  useEffect(() => {
    const observer = new ResizeObserver(page.onLayout);
    if (caption.current) observer.observe(caption.current);
    page.onLayout();
    const surface = page.playground.stage.canvas.parentElement;
    surface?.addEventListener('wheel', leaveWheel, { capture: true });
    return () => {
      observer.disconnect();
      surface?.removeEventListener('wheel', leaveWheel, { capture: true });
    };
  }, [page]);
  return (
    <PageContext.Provider value={page}>
      <div class="panels" data-views={compares ? 2 : 1}>
        <Captions />
        <section ref={caption} class="embed-caption" aria-label="About this picture">
          <PlayButton />
          <About />
          <Link />
        </section>
        <StatusLine />
      </div>
    </PageContext.Provider>
  );
}

function About() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const sides = playground.session?.sides ?? [];
  const titles = sides.map(({ entry, index }) => entry.title(index.dimensions));
  const nodes = sides.map(({ dump }) => count(dump.count));
  const items = playground.session?.source.count ?? 0;
  return (
    <div class="embed-about">
      <h1>{titles.join(' | ') || 'Sapwood'}</h1>
      <p id="numbers">
        {sceneEntry(store.field('scene').value).title}
        {sides.length > 0 && ` · ${count(items)} boxes · ${nodes.join(' | ')} nodes`}
      </p>
    </div>
  );
}

function Link() {
  const { store } = usePage();
  return (
    <a href={wholePage(store.hash(store.settings.value))} target="_blank" rel="noopener">
      Open in the playground<span class="visually-hidden"> (new tab)</span>
    </a>
  );
}
