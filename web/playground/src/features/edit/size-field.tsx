/** What all tools of the hand have: the size of new boxes, and what could not be done. */

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

export function EditRemark({ editing }: { readonly editing: Editing }) {
  const remark = editing.remark.value;
  if (remark === null) return null;
  return (
    <p class="notice" role="status">
      {remark}
    </p>
  );
}
