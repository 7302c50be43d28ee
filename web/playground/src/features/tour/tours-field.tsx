/** Which tour to take. */

import { usePage } from '../../session/page.js';
import { SelectField } from '../../ui/fields.js';
import { stopAddress, tourStop, tours } from './tours.js';

export function ToursField() {
  const { store } = usePage();
  const present = tourStop(store.field('tour').value);
  const choices = [
    { value: '', label: present ? 'End the tour' : 'Take a tour …' },
    ...tours.map(({ id, title }) => ({ value: id, label: title })),
  ];
  return (
    <SelectField
      label="Guided tour"
      hideLabel
      name="tour"
      value={present?.tour.id ?? ''}
      choices={choices}
      onChoose={(id) => {
        const tour = tours.find((each) => each.id === id);
        if (tour) store.chooseAddress(stopAddress(tour, 0));
        else store.choose({ tour: null });
      }}
    />
  );
}
