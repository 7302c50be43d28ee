/** The size of new boxes, for all tools of the hand. */

import { NumberField } from '../../ui/fields.js';
import { type Editing, sizeRange } from './editing.js';

interface SizeProps {
  readonly editing: Editing;
  readonly label: string;
  readonly name: string;
}

export function SizeField({ editing, label, name }: SizeProps) {
  const [least, most] = sizeRange;
  return (
    <NumberField
      label={label}
      name={name}
      value={Number((100 * editing.size.value).toPrecision(3))}
      least={100 * least}
      most={100 * most}
      step="any"
      slider="ratio"
      notice={editing.sizeRemark.value ?? undefined}
      onChange={(percent) => editing.setSize(percent / 100)}
    />
  );
}
