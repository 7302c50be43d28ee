/** The tools of the hand, what they do, and the way back. */

import { useBeat, usePage } from '../../panel/page.js';
import { Segments } from '../../ui/fields.js';
import { CloseButton } from '../../ui/icon-button.js';
import { Notice } from '../../ui/notice.js';
import { summaryWords } from './edit-words.js';
import { type Editing, type Tool, tools } from './editing.js';
import { SizeField } from './size-field.js';

const toolWords: Readonly<Record<Tool, { readonly label: string; readonly what: string }>> = {
  hand: {
    label: 'Add, move',
    what: 'Press on empty ground to add a box, drag to add a row; drag an item to move it.',
  },
  paint: { label: 'Paint', what: 'Press or drag to add boxes, over others too.' },
  erase: { label: 'Erase', what: 'Press an item, or drag across several.' },
};

const inSpace =
  'New boxes lie in the plane through the middle of the scene that faces you. The right button or two fingers turn the view.';

export function EditTools({ editing }: { editing: Editing }) {
  useBeat();
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
            title: toolWords[value].what,
          }))}
          onChoose={(value) => {
            editing.tool.value = value as Tool;
          }}
        />
        <SizeField label="Size of a new box, % of the scene" name="edit-size" editing={editing} />
      </div>
      <Notice text={editing.remark.value} />
      <p class="hint">
        {toolWords[tool].what}
        {edited?.frozen && ' Everything stands still as boxes until the edits are reset.'}
      </p>
      <More />
    </section>
  );
}

function Head({ editing }: { editing: Editing }) {
  useBeat();
  const { edits } = editing;
  const held = editing.heldItem.value;
  const words = summaryWords(edits.edited?.summary ?? { added: 0, moved: 0, erased: 0 });
  return (
    <header>
      <h2>Edit by hand</h2>
      <span class="tour-place" role="status" data-edits="now">
        {words}
        <span class="visually-hidden">{held === null ? '' : `; item ${held} is held`}</span>
      </span>
      <button
        type="button"
        class="preset"
        title="Take the last change back (Ctrl + Z)"
        disabled={!edits.canUndo}
        onClick={() => editing.undo()}
      >
        Undo
      </button>
      <button
        type="button"
        class="preset"
        title="The scene as it was"
        disabled={!edits.canUndo}
        onClick={() => editing.reset()}
      >
        Reset edits
      </button>
      <CloseButton name="End editing" title="Done (E or Escape)" onClick={() => editing.leave()} />
    </header>
  );
}

/** A narrow page has no room for what can be found out. */
function More() {
  const { store } = usePage();
  const deep = store.field('dim').value === 3;
  const moves = store.field('motion').value !== 'still';
  return (
    <p class="hint">
      {deep && <span class="edit-more">{inSpace} </span>}
      Edits are not part of the link and end with the scene; Show code keeps them.
      {moves && <span class="edit-more"> Play ends editing; added boxes stand still.</span>}
    </p>
  );
}
