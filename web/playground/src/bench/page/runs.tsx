/** Selection of the shown run: this page, a file, a link, or the reference. */

import { SelectField } from '../../ui/fields.js';
import { CloseButton } from '../../ui/icon-button.js';
import { useBench } from './bench-state.js';

export function Runs() {
  const bench = useBench();
  const fault = bench.fileFault.value;
  const loaded = bench.loaded.value;
  const runs = bench.runs.value;
  return (
    <div class="runs">
      {runs.length > 1 && (
        <SelectField
          label="Run"
          name="run"
          hideLabel
          value={bench.shown.value?.label ?? ''}
          choices={runs.map(({ label }) => ({ value: label, label }))}
          onChoose={(label) => bench.show(label)}
        />
      )}
      <label class="own-button">
        <input
          type="file"
          name="run-file"
          accept=".json,application/json"
          aria-describedby="run-file-remark"
          onChange={({ currentTarget }) => {
            void bench.openFile(currentTarget.files?.[0]);
            // allows selecting the same file again after a correction
            currentTarget.value = '';
          }}
        />
        <span>Open a run …</span>
      </label>
      {loaded && (
        <span class="run-chip">
          {loaded.label}
          <CloseButton name={`Close ${loaded.label}`} onClick={() => bench.close()} />
        </span>
      )}
      <p id="run-file-remark" class={fault ? 'notice' : 'visually-hidden'} role="status">
        {fault ?? 'Opens a run that was saved as JSON. You can also drop a file on the page.'}
      </p>
    </div>
  );
}
