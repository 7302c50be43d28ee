/** Which tour to take. */

import { stopAddress, tourStop, tours } from '../model/tours.js';
import { SelectField } from './fields.js';
import { usePage } from './page.js';

export function ToursField() {
  const { store } = usePage();
  const present = tourStop(store.field('tour').value);
  const choices = [
    { value: '', label: present ? 'No tour' : 'Take a tour …' },
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
