/** The panels around the stage: columns and a dock on wide pages, a bottom sheet on narrow ones. */

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { BuildStrips } from './build-strip.js';
import { Captions } from './captions.js';
import { ColourKey } from './colour-key.js';
import { FrameChart } from './frame-chart.js';
import { Help } from './help.js';
import { LevelStrip } from './level-strip.js';
import { KeyNumbers, Numbers } from './numbers.js';
import { type Page, PageContext, usePage } from './page.js';
import { Presets } from './presets.js';
import { QuerySection } from './query-section.js';
import { SceneSection } from './scene-section.js';
import { StructureSection } from './structure-section.js';
import { Transport } from './transport.js';
import { ViewSection } from './view-section.js';
import {
  helpOpen,
  narrow,
  panelsHidden,
  type SheetTab,
  sheetTab,
  sheetTabs,
} from './visibility.js';

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
        {!hidden && (narrow.value ? <NarrowPanels /> : <WidePanels />)}
        <StatusLine />
        <Help />
      </div>
    </PageContext.Provider>
  );
}

function Brand() {
  return (
    <header class="brand">
      <img src="./rings.svg" alt="" width="26" height="26" />
      <h1>
        Sapwood <span>playground</span>
      </h1>
      <button
        type="button"
        class="icon"
        title="Keys (?)"
        onClick={() => {
          helpOpen.value = true;
        }}
      >
        <span class="visually-hidden">Help</span>
        <span aria-hidden="true">?</span>
      </button>
    </header>
  );
}

function WidePanels() {
  return (
    <>
      <aside class="card controls" aria-label="Controls">
        <Brand />
        <Presets />
        <StructureSection />
        <SceneSection />
        <ViewSection />
        <QuerySection />
      </aside>
      <aside class="card readings" aria-label="Readings">
        <Numbers />
        <FrameChart />
        <ColourKey />
      </aside>
      <div class="card dock">
        <BuildStrips />
        <div class="dock-row">
          <Transport />
          <LevelStrip />
        </div>
      </div>
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
      <Presets />
      <StructureSection />
      <SceneSection />
    </>
  ),
  query: () => (
    <>
      <QuerySection />
      <ViewSection />
      <ColourKey />
      <LevelStrip />
    </>
  ),
  numbers: () => (
    <>
      <Numbers />
      <FrameChart />
    </>
  ),
};

function NarrowPanels() {
  const open = sheetTab.value;
  return (
    <>
      <div class="top-line">
        <Brand />
        <KeyNumbers />
      </div>
      <aside class={open ? 'card sheet sheet-open' : 'card sheet'} aria-label="Controls">
        <BuildStrips />
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
        {open && <div class="sheet-body">{sheets[open]()}</div>}
      </aside>
    </>
  );
}

function StatusLine() {
  const { playground } = usePage();
  const status = playground.status.value;
  return (
    <div class="status" role="status" aria-live="polite">
      {status.kind !== 'ready' && <p class={`status-text status-${status.kind}`}>{status.text}</p>}
      {panelsHidden.value && <p class="status-text status-hint">H brings the panels back</p>}
    </div>
  );
}
