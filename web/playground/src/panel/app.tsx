/** The panels around the stage: columns and a dock on wide pages, a bottom sheet on narrow ones. */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Page, PageContext, usePage } from '../session/page.js';
import { Brand } from '../ui/brand.js';
import { IconButton } from '../ui/icon-button.js';
import { Late } from '../ui/late.js';
import {
  codeOpen,
  helpOpen,
  narrow,
  panelsHidden,
  type SheetTab,
  sheetTab,
  sheetTabs,
} from '../ui/visibility.js';
import { Captions } from './captions.js';
import { KeyNumbers, Numbers } from './numbers.js';
import { QuerySection } from './query-section.js';
import { SceneSection } from './scene-section.js';
import { StructureSection } from './structure-section.js';
import { Transport } from './transport.js';
import { ViewSection } from './view-section.js';

export function App(page: Page & { onLayout: () => void }) {
  const hidden = panelsHidden.value;
  const compares = page.store.field('other').value !== null;
  const layout = `${hidden} ${narrow.value} ${compares}`;
  // the stage moves its middle to where the panels leave room
  useEffect(() => {
    const observer = new ResizeObserver(page.onLayout);
    for (const panel of document.querySelectorAll('.dock, .sheet')) observer.observe(panel);
    page.onLayout();
    return () => observer.disconnect();
  }, [layout]);
  return (
    <PageContext.Provider value={page}>
      <div class="panels" data-views={compares ? 2 : 1}>
        <Captions />
        {hidden ? <Late panel="NodeCard" /> : narrow.value ? <NarrowPanels /> : <WidePanels />}
        <StatusLine />
        <Late panel="Dialogs" />
      </div>
    </PageContext.Provider>
  );
}

function Head() {
  return (
    <Brand keysOpen={helpOpen}>
      <IconButton
        name="Show code"
        title="Show this view as code (S)"
        icon="m5.5 4-4 4 4 4m5-8 4 4-4 4"
        onClick={() => {
          codeOpen.value = true;
        }}
      />
    </Brand>
  );
}

function WidePanels() {
  return (
    <>
      <aside class="card controls" aria-label="Controls">
        <Head />
        <Late panel="Examples" />
        <StructureSection />
        <SceneSection />
        <ViewSection />
        <QuerySection />
      </aside>
      <div class="right-column">
        <aside
          class="card readings"
          aria-label="Readings"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys
          tabIndex={0}
        >
          <Figures />
          <Legends />
        </aside>
        <Late panel="NodeCard" />
      </div>
      <section class="card dock" aria-label="Motion and levels">
        <Strips />
        <div class="dock-row">
          <Transport />
          <Late panel="LevelStrip" />
        </div>
      </section>
    </>
  );
}

function Strips() {
  return (
    <>
      <Late panel="StopStrip" />
      <Late panel="EditStrip" />
      <Late panel="BuildStrips" />
      <Late panel="BuildStepper" />
      <Late panel="TraceStrip" />
      <Late panel="TreeView" />
    </>
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

const tabWords: Readonly<Record<SheetTab, string>> = {
  scene: 'Scene',
  query: 'Query',
  numbers: 'Numbers',
};

const sheets: Readonly<Record<SheetTab, () => ComponentChildren>> = {
  scene: () => (
    <>
      <Late panel="Examples" />
      <StructureSection />
      <SceneSection />
    </>
  ),
  query: () => (
    <>
      <QuerySection />
      <ViewSection />
      <Legends />
      <Late panel="LevelStrip" />
    </>
  ),
  numbers: () => <Figures />,
};

function NarrowPanels() {
  const open = sheetTab.value;
  return (
    <>
      <section class="top-line" aria-label="At a glance">
        <Head />
        <KeyNumbers />
        <Late panel="WhichButton" />
      </section>
      <aside class={open ? 'card sheet sheet-open' : 'card sheet'} aria-label="Controls">
        <Late panel="SteadyNodeCard" />
        <Strips />
        <div class="sheet-bar">
          <Transport />
          <nav class="sheet-tabs" aria-label="Panels">
            {sheetTabs.map((tab) => (
              <button
                key={tab}
                type="button"
                class="tab"
                aria-expanded={open === tab}
                onClick={() => {
                  sheetTab.value = open === tab ? null : tab;
                }}
              >
                {tabWords[tab]}
              </button>
            ))}
          </nav>
        </div>
        {open && (
          <section
            class="sheet-body"
            aria-label={`Sheet: ${tabWords[open]}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keys
            tabIndex={0}
          >
            {sheets[open]()}
          </section>
        )}
      </aside>
    </>
  );
}

export function StatusLine() {
  const { playground, store } = usePage();
  const status = playground.status.value;
  const fault = store.fault.value;
  const drawn = playground.stage.shareDrawn.value;
  return (
    <div class="status" role="status" aria-live="polite">
      {playground.stage.lost.value && (
        <p class="status-text status-failed status-lost">
          The graphics driver dropped the picture. It usually comes back by itself. If it does not,
          reload the page; the address keeps your settings.
        </p>
      )}
      {fault !== null && <p class="status-text status-failed status-address">{fault}</p>}
      {status.kind !== 'ready' && <p class={`status-text status-${status.kind}`}>{status.text}</p>}
      {drawn < 1 && (
        <p class="status-text status-drawing" aria-live="off">
          Drawing: {Math.round(100 * drawn)} %
        </p>
      )}
      {panelsHidden.value && (
        <p class="status-text status-hint">Press H to show the panels again</p>
      )}
    </div>
  );
}
