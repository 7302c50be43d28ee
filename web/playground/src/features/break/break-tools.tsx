/**
 * Brushes, and a meter that shows the work of a structure relative to brute force, with the reason
 * for a high cost.
 */

import '../edit/edit.css';
import './break.css';
import { useState } from 'preact/hooks';
import { type Playground, useNumberUpdates, usePage } from '../../session/page.js';
import type { Dimensions } from '../../state/settings.js';
import { Notice, Segments } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { CloseButton } from '../../ui/icon-button.js';
import { copyAddress } from '../../ui/sharing.js';
import { editMode, leaveEditing, setEditMode } from '../edit/edit-switch.js';
import { SizeField } from '../edit/edit-tools.js';
import { type BreakableStructure, breakableStructures } from './break-switch.js';
import { Breaking, type Shape, shapes } from './breaking.js';
import { COLLAPSE, MAX_COUNTED, type Reading, type Work } from './meter.js';

const shapeWords: Readonly<Record<Shape, { readonly label: string; readonly title: string }>> = {
  dot: { label: 'Squares', title: 'Squares of the chosen size' },
  row: { label: 'Wide', title: 'Boxes as wide as 40 % of the scene' },
  column: { label: 'Tall', title: 'Boxes as tall as 40 % of the scene' },
  dust: { label: 'Dust', title: 'A dozen tiny boxes at once' },
};

/** Short names of the structures, for phones. */
const shortWords: Readonly<Record<BreakableStructure, Readonly<Record<Dimensions, string>>>> = {
  'sweep-and-prune': { 2: 'Sweep', 3: 'Sweep' },
  octree: { 2: 'Quadtree', 3: 'Octree' },
  'hash-grid': { 2: 'Grid', 3: 'Grid' },
};

const hints: Readonly<Record<string, string>> = {
  'sweep-and-prune':
    'It sorts the boxes along the better of two axes. Make both axes bad: stack wide boxes above each other and put tall boxes side by side.',
  octree:
    'A box across a border of cells is stored in the larger cell above. Paint along both lines through the middle.',
  'hash-grid':
    'Its smallest cells are as large as three quarters of the boxes require. Paint a heap of dust: many boxes far smaller than a cell, all in one cell.',
};

function BreakTools({ breaking }: { readonly breaking: Breaking }) {
  useNumberUpdates();
  const { store } = usePage();
  const structure = store.field('structure').value;
  const reading = breaking.reading.value;
  return (
    <section class="edit break" aria-label="Break it" data-broken={reading?.collapsed ?? false}>
      <Head breaking={breaking} />
      <Meter reading={reading} />
      <div class="edit-row">
        <Segments
          label="Brush"
          name="break-shape"
          value={breaking.shape.value}
          choices={shapes.map((value) => ({ value, ...shapeWords[value] }))}
          onChoose={(value) => {
            breaking.shape.value = value as Shape;
          }}
        />
        <SizeField label="Size (% of the scene)" name="break-size" editing={breaking.editing} />
      </div>
      <Notice text={breaking.editing.remark.value} />
      {!reading?.collapsed && hints[structure] && <p class="hint">{hints[structure]}</p>}
    </section>
  );
}

function Head({ breaking }: { readonly breaking: Breaking }) {
  const { store } = usePage();
  const [copied, setCopied] = useState('');
  const { dim, structure } = store.settings.value;
  const { edits } = breaking.editing;
  const copy = async () =>
    setCopied(await copyAddress(store.hash(), 'Link copied. It opens these boxes.'));
  const targets = breakableStructures.map((value) => ({
    value: value as string,
    label: shortWords[value][dim],
  }));
  return (
    <header>
      <h2>Break it</h2>
      <Segments
        label="Structure to break"
        name="break-target"
        value={structure}
        choices={targets}
        onChoose={(id) => store.choose({ structure: id, options: {} })}
      />
      <span class="break-buttons">
        <button type="button" class="preset" onClick={() => breaking.paintForMe()}>
          Show me how
        </button>
        <button
          type="button"
          class="preset"
          title="Undo the last stroke (Ctrl + Z)"
          disabled={!edits.canUndo}
          onClick={() => breaking.editing.undo()}
        >
          Undo
        </button>
        <button
          type="button"
          class="preset"
          disabled={!edits.canUndo}
          onClick={() => breaking.clear()}
        >
          Clear
        </button>
        <button type="button" class="preset" onClick={() => void copy()}>
          Copy link
        </button>
      </span>
      <CloseButton name="Done" title="Done (D or Escape)" onClick={leaveEditing} />
      <span class="visually-hidden" role="status">
        {copied}
      </span>
      {copied && (
        <span class="hint" aria-hidden="true">
          {copied}
        </span>
      )}
    </header>
  );
}

const percent = (share: number) => {
  const value = 100 * share;
  return `${value > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} %`;
};

const workOf = ({ tests, visits }: Work) => tests + visits;

/** Formats the work of one structure as a multiple of another structure's work. */
function times(one: Work, other: Work): string {
  const ratio = workOf(one) / Math.max(workOf(other), 1);
  return ratio < 10 ? ratio.toFixed(1) : count(Math.round(ratio));
}

/** Bar for the work relative to brute force, with a mark at the threshold `COLLAPSE`. */
function Bar({ work, kind }: { readonly work: Work; readonly kind: 'chosen' | 'best' }) {
  const share = Math.min(work.share, 1);
  return (
    <div class={`break-bar break-${kind}`} data-share={kind} data-value={work.share.toFixed(4)}>
      <span class="break-name">
        {work.title} <b>{percent(work.share)}</b>
        <small> {count(workOf(work))} tests</small>
      </span>
      <span class="break-track" aria-hidden="true">
        <span style={{ transform: `scaleX(${share.toFixed(4)})` }} />
        <i style={{ left: `${100 * COLLAPSE}%` }} />
      </span>
    </div>
  );
}

/** Buttons that suggest a next step. Shown when the work of a structure has reached `COLLAPSE`. */
function Onwards({ best }: { readonly best: Work }) {
  const { store } = usePage();
  const beside = store.field('other').value === best.id;
  const other = beside ? null : best.id;
  return (
    <div class="break-buttons">
      <button
        type="button"
        class="preset"
        aria-pressed={beside}
        onClick={() => store.choose({ other, otherOptions: {} })}
      >
        Compare with {best.title}
      </button>
      <button type="button" class="preset" onClick={() => store.choose({ lab: 'race' })}>
        Race all structures
      </button>
    </div>
  );
}

function Meter({ reading }: { readonly reading: Reading | null }) {
  if (!reading) {
    const limit = count(MAX_COUNTED);
    return <p class="notice">Tests are counted for up to {limit} boxes. Choose fewer boxes.</p>;
  }
  const { all, best, chosen, collapsed, items, reason } = reading;
  return (
    <div class="break-meter">
      <Bar work={chosen} kind="chosen" />
      <Bar work={best} kind="best" />
      <p class="break-verdict" role="status" data-verdict={collapsed ? 'collapsed' : 'holds'}>
        {collapsed
          ? `${chosen.title} has collapsed: it needs ${count(workOf(chosen))} tests for ${count(items)} boxes, ${percent(chosen.share)} of brute force. That is ${times(chosen, best)} times as many as ${best.title} needs (${count(workOf(best))}).`
          : `${chosen.title} holds. It collapses at ${percent(COLLAPSE)} of the ${count(all)} tests of brute force.`}
      </p>
      <p class="break-reason" data-reason>
        {reason}
      </p>
      {collapsed && <Onwards best={best} />}
    </div>
  );
}

/** Starts the mode; returns a function that ends it without changing the URL. */
export function begin(playground: Playground): () => void {
  const breaking = new Breaking(playground);
  const breakMode = {
    editing: breaking.editing,
    Tools: () => <BreakTools breaking={breaking} />,
    end: () => breaking.dispose({ keepBoxes: false }),
  };
  setEditMode(breakMode);
  return () => {
    breaking.dispose({ keepBoxes: true });
    if (editMode.peek() === breakMode) leaveEditing();
  };
}
