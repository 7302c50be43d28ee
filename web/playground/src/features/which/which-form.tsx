/** Form for the `Question`, as a sentence with inputs. */

import { useEffect, useId } from 'preact/hooks';
import type { Share, Task } from './question.js';
import { MAX_COUNT, MIN_COUNT, shares, shareWords, tasks, taskWords } from './question.js';
import { changeQuestion, currentQuestion, loadNumbers } from './which-state.js';

interface InlineSelectProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
}

function InlineSelect({ name, label, value, choices, onChoose }: InlineSelectProps) {
  return (
    <select
      name={name}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {choices.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}

const shareChoices = shares.map((share) => {
  const percent = share === 0 || share === 100 ? '' : ` (${share} % move)`;
  return [String(share), `${shareWords[share]}${percent}`] as const;
});
const taskChoices = tasks.map((each) => [each, taskWords[each]] as const);
const dimensionChoices = [
  ['2', '2D'],
  ['3', '3D'],
] as const;

export function WhichForm() {
  useEffect(loadNumbers, []);
  const id = useId();
  const { task, count, dimensions, share } = currentQuestion.value;
  return (
    <fieldset class="which-form">
      <legend class="visually-hidden">Your boxes and what you need</legend>
      <label for={id}>I have</label>
      <input
        id={id}
        name="which-count"
        type="number"
        inputMode="numeric"
        aria-label="Number of boxes"
        min={MIN_COUNT}
        max={MAX_COUNT}
        value={count}
        // updates while typing if valid
        onInput={({ currentTarget: { valueAsNumber: typed } }) => {
          if (typed >= MIN_COUNT && typed <= MAX_COUNT) changeQuestion({ count: typed });
        }}
        onChange={(event) => {
          changeQuestion({ count: event.currentTarget.valueAsNumber });
          // reverts an invalid value
          event.currentTarget.value = String(currentQuestion.peek().count);
        }}
      />
      <InlineSelect
        name="which-share"
        label="Motion"
        value={String(share)}
        choices={shareChoices}
        onChoose={(value) => changeQuestion({ share: Number(value) as Share })}
      />
      <span>boxes in</span>
      <InlineSelect
        name="which-dim"
        label="Dimensions"
        value={String(dimensions)}
        choices={dimensionChoices}
        onChoose={(value) => changeQuestion({ dimensions: value === '3' ? 3 : 2 })}
      />
      <span>and need</span>
      <InlineSelect
        name="which-task"
        label="Needed result"
        value={task}
        choices={taskChoices}
        onChoose={(value) => changeQuestion({ task: value as Task })}
      />
    </fieldset>
  );
}
