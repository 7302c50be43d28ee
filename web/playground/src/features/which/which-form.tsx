/** Form for the question, as a sentence with inputs. */

import { useEffect, useId } from 'preact/hooks';
import type { Ask, Share } from './question.js';
import { asks, askWords, LEAST, MOST, shares, shareWords } from './question.js';
import { ask, loadNumbers, question } from './which-state.js';

interface GapProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
}

function Gap({ name, label, value, choices, onChoose }: GapProps) {
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
const askChoices = asks.map((each) => [each, askWords[each]] as const);
const dimensionChoices = [
  ['2', '2D'],
  ['3', '3D'],
] as const;

export function WhichForm() {
  useEffect(loadNumbers, []);
  const id = useId();
  const { ask: wanted, count, dimensions, share } = question.value;
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
        min={LEAST}
        max={MOST}
        value={count}
        // updates while typing if valid
        onInput={({ currentTarget: { valueAsNumber: typed } }) => {
          if (typed >= LEAST && typed <= MOST) ask({ count: typed });
        }}
        onChange={(event) => {
          ask({ count: event.currentTarget.valueAsNumber });
          // reverts an invalid value
          event.currentTarget.value = String(question.peek().count);
        }}
      />
      <Gap
        name="which-share"
        label="Motion"
        value={String(share)}
        choices={shareChoices}
        onChoose={(value) => ask({ share: Number(value) as Share })}
      />
      <span>boxes in</span>
      <Gap
        name="which-dim"
        label="Dimensions"
        value={String(dimensions)}
        choices={dimensionChoices}
        onChoose={(value) => ask({ dimensions: value === '3' ? 3 : 2 })}
      />
      <span>and need</span>
      <Gap
        name="which-ask"
        label="Needed result"
        value={wanted}
        choices={askChoices}
        onChoose={(value) => ask({ ask: value as Ask })}
      />
    </fieldset>
  );
}
