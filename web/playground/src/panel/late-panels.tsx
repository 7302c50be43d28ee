/** Panels that load after the first picture, in one file. `ui/late.tsx` lists their names. */

import '../styles/late.css';
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { CodeDialog } from '../features/code/code-dialog.js';
import { editError, editMode } from '../features/edit/edit-switch.js';
import { FileDesk } from '../features/own/file-desk.js';
import { structureGuides } from '../model/structure-guide.js';
import { usePage } from '../session/page.js';
import { Dialog, DialogFrame, KeyList } from '../ui/dialog.js';
import { LetterKeysToggle } from '../ui/letter-keys.js';
import { codeOpen, helpOpen, narrow } from '../ui/visibility.js';
import { LinkCopied } from './examples.js';
import { Finder } from './finder.js';
import { shortcuts } from './shortcuts.js';

export { Comparison } from '../features/compare/comparison.js';
export { EditField } from '../features/edit/edit-field.js';
export { BuildStrips } from '../features/gradual/build-strip.js';
export { HeatField, HeatLegend } from '../features/heat/heat-legend.js';
export { NodeCard, SteadyNodeCard } from '../features/node/node-card.js';
export { CullNumbers } from '../features/order/cull-numbers.js';
export { OwnReading, OwnWords } from '../features/own/file-desk.js';
export { BuildStepper } from '../features/replay/build-stepper.js';
export { StopStrip } from '../features/tour/stop-strip.js';
export { TraceLog, TraceStrip } from '../features/trace/trace-strip.js';
export { LevelStrip } from '../features/tree/level-strip.js';
export { TreeView } from '../features/tree/tree-view.js';
export { Examples, ShowMe } from './examples.js';
export { FrameChart } from './frame-chart.js';
export { ColorKey, ColorLegend } from './legends.js';
export { ShapeNumbers } from './shape-numbers.js';

export function Dialogs() {
  return (
    <>
      <Help />
      <CodeDialog />
      <FileDesk />
      <LinkCopied />
      <Finder />
      <RaceDialog />
    </>
  );
}

/** One sentence about the selected structure and its use. */
export function StructureLine() {
  const { store } = usePage();
  const guide = structureGuides[store.field('structure').value];
  if (!guide) return null;
  return (
    <span class="structure-line" title={guide.use}>
      {guide.description}{' '}
    </span>
  );
}

/** Opens the code dialog. */
export function CodeButton() {
  return (
    <button
      type="button"
      class="preset"
      title="Show this view as code (S)"
      onClick={() => {
        codeOpen.value = true;
      }}
    >
      Show code
    </button>
  );
}

/** Touch help on narrow pages, otherwise a list of keys. */
function Help() {
  if (narrow.value) {
    return (
      <Dialog open={helpOpen} titleId="help-title" title="Help">
        <p class="hint">
          Drag the round handles to move the query. In 3D, drag to turn the view; in 2D, drag to
          move it. Use two fingers to zoom. Tap a box of the structure to see what it contains.
        </p>
        <p class="hint">
          The tabs at the bottom open the examples, the scene, the layers of the picture, the query
          and all numbers. The buttons above them play, step, center the view and hide the panels.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog open={helpOpen} titleId="help-title" title="Help" className="help-keys">
      <LetterKeysToggle />
      <KeyList keys={shortcuts} />
      <p class="hint">
        Drag the round handles to move the query. You can also focus a handle with Tab: the arrow
        keys move it across the screen, Page Up and Page Down move it in depth, and Shift makes
        larger steps.
      </p>
      <p class="hint">
        While you edit the scene, the arrow keys move the cursor or the held box. Enter adds a box,
        Space picks up or puts down a box, Delete erases a box, Ctrl + Z undoes the last change, and
        Escape ends editing. To turn the view, drag with the right button or two fingers.
      </p>
      <p class="hint">
        In 3D, drag to orbit and drag with the right button to pan. In 2D, drag to pan. Shift and
        the arrow keys do the same. Use the wheel or two fingers to zoom.
      </p>
    </Dialog>
  );
}

/** Tools for editing the scene or for *Break it*. */
export function EditStrip() {
  const { playground, store } = usePage();
  const breaks = store.field('painted').value !== null;
  useEffect(() => {
    if (!breaks) return;
    let end: (() => void) | null = () => {};
    import('../features/break/break-tools.js').then(
      ({ begin }) => {
        if (end) end = begin(playground);
      },
      () => {
        editError.value = 'The tools could not be loaded. Check the connection and try again.';
      },
    );
    return () => {
      end?.();
      end = null;
    };
  }, [breaks]);
  const present = editMode.value;
  return present && <present.Tools editing={present.editing} />;
}

/** Race dialog. Its code loads when first opened. */
function RaceDialog() {
  const { store } = usePage();
  const shown = store.field('lab').value === 'race';
  const [page, setPage] = useState<{ readonly Race: FunctionComponent } | null>(null);
  const [fault, setFault] = useState(false);
  useEffect(() => {
    setFault(false);
    if (!shown || page) return;
    import('../features/race/race-page.js').then(
      ({ RacePage }) => setPage({ Race: RacePage }),
      () => setFault(true),
    );
  }, [shown]);
  const close = () => {
    if (store.settings.peek().lab !== null) store.choose({ lab: null });
  };
  const hint = fault
    ? 'The race could not be loaded. Check the connection and open it again.'
    : 'Loading …';
  return (
    <DialogFrame shown={shown} close={close} titleId="race-title" title="Race" className="race">
      {shown && (page ? <page.Race /> : <p class="hint">{hint}</p>)}
    </DialogFrame>
  );
}
