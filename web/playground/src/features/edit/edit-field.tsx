/** Toggle for editing, and a summary of the edits. */

import { useNumberUpdates, usePage } from '../../session/page.js';
import { Notice, Toggle } from '../../ui/fields.js';
import { openDrawer } from '../../ui/visibility.js';
import { editError, editMode, toggleEditing } from './edit-switch.js';
import { summaryWords } from './edit-words.js';

export function EditField() {
  const { playground } = usePage();
  useNumberUpdates();
  const edits = editMode.value !== null;
  const edited = playground.source?.edited;
  return (
    <div class="field edit-field">
      <div class="toggles">
        <Toggle
          name="edit"
          checked={edits}
          title="Add, move and erase boxes (E)"
          onToggle={(isOn) => {
            void toggleEditing(playground, 'pointer');
            // close the drawer: the tools are next to the stage
            if (isOn) openDrawer.value = null;
          }}
        >
          Edit by hand
        </Toggle>
      </div>
      <Notice text={editError.value} />
      {!edits && edited && !edited.isUntouched && (
        <p class="hint" data-edits="rest">
          Edits: {summaryWords(edited.summary)}. Links do not include edits.{' '}
          {edited.frozen && 'The scene is frozen as boxes. '}
          <button type="button" class="quiet" onClick={() => playground.restore()}>
            Discard edits
          </button>
        </p>
      )}
    </div>
  );
}
