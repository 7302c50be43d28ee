/** Editing tools, their help texts, and the button that ends editing. */

import './edit.css';
import type { FunctionComponent } from 'preact';
import { type Playground, useNumberUpdates, usePage } from '../../session/page.js';
import { mode } from '../../state/route.js';
import { Notice, NumberField, Segments } from '../../ui/fields.js';
import { CloseButton } from '../../ui/icon-button.js';
import { belongsToInput } from '../../ui/typing.js';
import { summaryWords } from './edit-words.js';
import { Editing, sizeRange, type Tool, tools } from './editing.js';

const toolWords: Readonly<Record<Tool, { readonly label: string; readonly description: string }>> =
  {
    hand: {
      label: 'Add or move',
      description:
        'Press an empty place to add a box, or drag to add a row. Drag a box to move it.',
    },
    paint: { label: 'Paint', description: 'Press or drag to add boxes, also over other boxes.' },
    erase: { label: 'Erase', description: 'Press a box to erase it, or drag across several.' },
  };

const inSpace =
  'New boxes are placed in the plane through the middle of the scene that faces you. To turn the view, drag with the right button or two fingers.';

function EditTools({ editing }: { editing: Editing }) {
  useNumberUpdates();
  const { edited } = editing.edits;
  const tool = editing.tool.value;
  return (
    <section class="edit" aria-label="Edit by hand">
      <Head editing={editing} />
      <div class="edit-row">
        <Segments
          label="Tool"
          name="edit-tool"
          value={tool}
          choices={tools.map((value) => ({
            value,
            label: toolWords[value].label,
            title: toolWords[value].description,
          }))}
          onChoose={(value) => {
            editing.tool.value = value as Tool;
          }}
        />
        <SizeField label="Size of new boxes (% of the scene)" name="edit-size" editing={editing} />
      </div>
      <Notice text={editing.remark.value} />
      <p class="hint">
        {toolWords[tool].description}
        {edited?.frozen && ' The scene is frozen as boxes until you reset the edits.'}
      </p>
      <More />
    </section>
  );
}

function Head({ editing }: { editing: Editing }) {
  useNumberUpdates();
  const { edits } = editing;
  const held = editing.heldItem.value;
  const words = summaryWords(edits.edited?.summary ?? { added: 0, moved: 0, erased: 0 });
  return (
    <header>
      <h2>Edit by hand</h2>
      <span class="tour-place" role="status" data-edits="now">
        {words}
        <span class="visually-hidden">{held === null ? '' : `; box ${held} is picked up`}</span>
      </span>
      <button
        type="button"
        class="preset"
        title="Undo the last change (Ctrl + Z)"
        disabled={!edits.canUndo}
        onClick={() => editing.undo()}
      >
        Undo
      </button>
      <button
        type="button"
        class="preset"
        title="Restore the scene as it was"
        disabled={!edits.canUndo}
        onClick={() => editing.reset()}
      >
        Discard edits
      </button>
      <CloseButton name="End editing" title="Done (E or Escape)" onClick={() => editing.leave()} />
    </header>
  );
}

/** Notes on editing. Small pages hide the parts with the class `edit-more`. */
function More() {
  const { store } = usePage();
  const deep = store.field('dim').value === 3;
  const moves = store.field('motion').value !== 'still';
  return (
    <p class="hint">
      {deep && <span class="edit-more">{inSpace} </span>}
      Links do not include edits. Use “Show code” to keep them.
      {moves && <span class="edit-more"> Play ends editing. Added boxes do not move.</span>}
    </p>
  );
}

export interface EditMode {
  readonly editing: Editing;
  readonly Tools: FunctionComponent<{ editing: Editing }>;
  end?(): void;
}

/** Whether a key belongs to editing, rather than a dialog or input. */
export function shouldHandleKey({ key, target }: KeyboardEvent): boolean {
  if (mode.peek() !== 'explore' || document.querySelector('dialog[open]')) return false;
  return !belongsToInput(target, key);
}

export function createEditMode(playground: Playground, leave: () => void): EditMode {
  return { editing: new Editing(playground, { shouldHandleKey, leave }), Tools: EditTools };
}

interface SizeProps {
  readonly editing: Editing;
  readonly label: string;
  readonly name: string;
}

export function SizeField({ editing, label, name }: SizeProps) {
  const [min, max] = sizeRange;
  return (
    <NumberField
      label={label}
      name={name}
      value={Number((100 * editing.size.value).toPrecision(3))}
      min={100 * min}
      max={100 * max}
      step="any"
      slider="ratio"
      notice={editing.sizeRemark.value ?? undefined}
      onChange={(percent) => editing.setSize(percent / 100)}
    />
  );
}
