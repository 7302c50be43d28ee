/** Other runs beside this one: the measured table, and files. */

import { Toggle } from '../../ui/fields.js';
import { CloseButton } from '../../ui/icon-button.js';
import { useBench } from './bench-state.js';

export function Runs() {
  const bench = useBench();
  const fault = bench.fileFault.value;
  return (
    <div class="runs">
      {bench.reference.value && (
        <Toggle
          name="reference"
          title="The times that “Which structure?” uses"
          checked={bench.referenceWanted.value}
          onToggle={(checked) => {
            bench.referenceWanted.value = checked;
          }}
        >
          Reference
        </Toggle>
      )}
      <label class="own-button">
        <input
          type="file"
          name="run-file"
          accept=".json,application/json"
          aria-describedby="run-file-remark"
          onChange={({ currentTarget }) => {
            void bench.openFile(currentTarget.files?.[0]);
            // the same file may be chosen again after it was mended
            currentTarget.value = '';
          }}
        />
        <span>Open a run …</span>
      </label>
      {bench.loaded.value.map((run) => (
        <span key={run.label} class="run-chip">
          {run.label}
          <CloseButton name={`Close ${run.label}`} onClick={() => bench.close(run)} />
        </span>
      ))}
      <p id="run-file-remark" class={fault ? 'notice' : 'visually-hidden'} role="status">
        {fault ?? 'Opens a run that was saved as JSON. You can also drop a file on the page.'}
      </p>
    </div>
  );
}
