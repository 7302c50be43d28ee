/**
 * Panels around the stage, which is the drawing area: title, rail, drawer, numbers and dock. On
 * phones, drawers cover the page as sheets.
 */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Page, PageContext, usePage } from '../session/page.js';
import { reportsMissingContent } from '../state/conform.js';
import { embedded } from '../state/route.js';
import { CloseButton } from '../ui/icon-button.js';
import { Late, latePanels } from '../ui/late.js';
import {
  type Drawer,
  narrow,
  openDrawer,
  panelsHidden,
  presenting,
  toggleDrawer,
} from '../ui/visibility.js';
import { Captions } from './captions.js';
import { KeyFigures } from './key-figures.js';
import { Numbers } from './numbers.js';
import { usePresenting } from './present.js';
import { QuerySection } from './query-section.js';
import { SceneSection } from './scene-section.js';
import { StageTitle } from './stage-title.js';
import { StructureSection } from './structure-section.js';
import { ShowPanels, Transport, ViewButtons } from './transport.js';
import { ViewSection } from './view-section.js';

export function App(page: Page & { onLayout: () => void }) {
  usePresenting();
  const bare = panelsHidden.value || presenting.value;
  const compares = page.store.field('other').value !== null;
  const drawer = openDrawer.value;
  const layout = `${bare} ${presenting.value} ${narrow.value} ${compares} ${drawer}`;
  // the stage is centered in the area not covered by panels
  useEffect(() => {
    const observer = new ResizeObserver(page.onLayout);
    for (const panel of document.querySelectorAll('.dock, .sheet')) observer.observe(panel);
    page.onLayout();
    return () => observer.disconnect();
  }, [layout]);
  return (
    <PageContext.Provider value={page}>
      <div
        class={presenting.value ? 'panels presenting' : 'panels'}
        data-views={compares ? 2 : 1}
        data-drawer={drawer ?? undefined}
      >
        {bare ? <BarePanels /> : narrow.value ? <NarrowPanels /> : <WidePanels />}
        <Captions />
        <StatusLine />
        <Late panel="Dialogs" />
      </div>
    </PageContext.Provider>
  );
}

const words: Readonly<Record<Drawer, string>> = {
  examples: 'Examples',
  scene: 'Scene',
  view: 'View',
  query: 'Query',
  numbers: 'Numbers',
  log: 'Log',
};

const icons = {
  examples: 'M2 3h5v4H2zM9 3h5v4H9zM2 9h5v4H2zM9 9h5v4H9z',
  scene: 'm8 2 5.5 3v6L8 14l-5.5-3V5zM2.5 5 8 8l5.5-3M8 8v6',
  view: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6',
  query: 'M3 2H2v3m9-3h3v3M2 11v3h3m6 0h3v-3M6 6h4v4H6z',
} as const;

const contents: Readonly<Record<Drawer, () => ComponentChildren>> = {
  examples: () => <Late panel="Examples" meanwhile="Loading …" />,
  scene: () => (
    <>
      <SceneSection />
      <StructureSection />
      <Late panel="CodeButton" />
    </>
  ),
  view: () => (
    <>
      <ViewSection />
      {narrow.value && (
        <>
          <Legends />
          <Late panel="LevelStrip" />
        </>
      )}
    </>
  ),
  query: () => <QuerySection />,
  numbers: () => <Figures />,
  log: () => <Late panel="TraceLog" />,
};

function WidePanels() {
  return (
    <>
      <StageTitle />
      <Rail />
      <OpenDrawer />
      <div class="right-column">
        <aside
          class="card readings"
          aria-label="Readings"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys can scroll only an element that can have the focus
          tabIndex={0}
        >
          <KeyFigures />
          <details class="all-numbers">
            <summary>All numbers</summary>
            <Figures />
          </details>
          <Legends />
        </aside>
        <Late panel="NodeCard" />
      </div>
      <section class="card dock" aria-label="Motion and levels">
        <Strips />
        <div class="dock-row">
          <Transport />
          <ViewButtons />
          <Late panel="LevelStrip" />
        </div>
      </section>
    </>
  );
}

function Rail() {
  return (
    <nav class="card rail" aria-label="Drawers">
      {(Object.keys(icons) as (keyof typeof icons)[]).map((drawer) => (
        <button
          key={drawer}
          type="button"
          aria-expanded={openDrawer.value === drawer}
          onClick={() => toggleDrawer(drawer)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={icons[drawer]} />
          </svg>
          {words[drawer]}
        </button>
      ))}
    </nav>
  );
}

function OpenDrawer() {
  const open = openDrawer.value;
  if (open === null) return null;
  return (
    <aside class="card drawer" aria-label={words[open]}>
      <header class="drawer-head">
        <h2>{words[open]}</h2>
        <CloseButton
          name={`Close ${words[open]}`}
          onClick={() => {
            openDrawer.value = null;
          }}
        />
      </header>
      {contents[open]()}
    </aside>
  );
}

/**
 * Panels that remain while the others are hidden: node card, captions of examples, query steps, and
 * playback controls.
 */
function BarePanels() {
  return (
    <>
      {!presenting.value && <Late panel="NodeCard" />}
      <section class="card dock dock-bare" aria-label="Caption">
        <Strips />
        <div class="dock-row">
          <Transport />
          <ShowPanels />
        </div>
      </section>
    </>
  );
}

function Strips() {
  const { store } = usePage();
  const isAwaited = latePanels.value === null && store.field('tour').value !== null;
  return (
    <div class={isAwaited ? 'strips strips-awaited' : 'strips'}>
      <Late panel="StopStrip" />
      <Late panel="EditStrip" />
      <Late panel="BuildStrips" />
      <Late panel="BuildStepper" />
      <Late panel="TraceStrip" />
      <Late panel="TreeView" />
    </div>
  );
}

function Figures() {
  return (
    <>
      <Numbers />
      <Late panel="CullNumbers" />
      <Late panel="FrameChart" />
    </>
  );
}

function Legends() {
  return (
    <>
      <Late panel="ColorLegend" />
      <Late panel="HeatLegend" />
      <Late panel="ColorKey" />
    </>
  );
}

const tabs = ['examples', 'scene', 'view', 'query', 'numbers'] as const;

function NarrowPanels() {
  const open = openDrawer.value;
  return (
    <>
      <section class="top-line" aria-label="At a glance">
        <StageTitle />
        <KeyFigures />
      </section>
      <aside class={open ? 'card sheet sheet-open' : 'card sheet'} aria-label="Controls">
        <Late panel="SteadyNodeCard" />
        <Strips />
        <div class="sheet-bar">
          <Transport />
          <ViewButtons />
        </div>
        <nav class="sheet-tabs" aria-label="Drawers">
          {tabs.map((tab) => (
            <button
              key={tab}
              type="button"
              class="tab"
              aria-expanded={open === tab}
              onClick={() => toggleDrawer(tab)}
            >
              {words[tab]}
            </button>
          ))}
        </nav>
        {open && (
          <section
            class="sheet-body"
            aria-label={`Sheet: ${words[open]}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys can scroll only an element that can have the focus
            tabIndex={0}
          >
            {contents[open]()}
          </section>
        )}
      </aside>
    </>
  );
}

export function StatusLine() {
  const { playground, store } = usePage();
  const status = playground.status.value;
  const addressError = store.addressError.value;
  const drawn = playground.stage.shareDrawn.value;
  // omits notices about missing boxes, because the file desk shows them with a close button, except
  // on embedded pages
  const notices = [...new Set(Object.values(store.notices.value))].filter(
    (notice) => embedded || !reportsMissingContent(notice),
  );
  return (
    <div class="status" role="status" aria-live="polite">
      {playground.stage.lost.value && (
        <p class="status-text status-failed status-lost">
          The graphics driver dropped the picture. It usually comes back by itself. If it does not,
          reload the page; the address keeps your settings.
        </p>
      )}
      {addressError !== null && (
        <p class="status-text status-failed status-address">{addressError}</p>
      )}
      {notices.map((notice) => (
        <p key={notice} class="status-text status-failed status-notice">
          {notice}
        </p>
      ))}
      {status.kind !== 'ready' && <p class={`status-text status-${status.kind}`}>{status.text}</p>}
      {drawn < 1 && (
        <p class="status-text status-drawing" aria-live="off">
          Drawing: {Math.round(100 * drawn)} %
        </p>
      )}
    </div>
  );
}
