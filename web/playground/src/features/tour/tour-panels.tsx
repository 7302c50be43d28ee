/** The stop of a guided tour: its caption, and the way on and back. */

import { stopAddress, type TourStop, tourStop, tours } from '../../model/tours.js';
import { useBeat, usePage } from '../../session/page.js';
import { SelectField } from '../../ui/fields.js';
import { CloseButton } from '../../ui/icon-button.js';
import { replacedLine, testsLine } from './live-lines.js';

/** Not announced: it changes with every frame. */
function LiveLine({ stop: { live } }: { stop: TourStop }) {
  useBeat();
  const { playground, store } = usePage();
  const side = playground.session?.main;
  const asks = store.field('query').value !== 'none';
  if (!live || !side || (live === 'tests' && !asks)) return null;
  return <p data-tour-live={live}>{live === 'tests' ? testsLine(side) : replacedLine(side)}</p>;
}

export function TourStrip() {
  const { store } = usePage();
  const present = tourStop(store.field('tour').value);
  if (!present) return null;
  const { tour, stop } = present;
  const { stops, title } = tour;
  const go = (to: number) => store.chooseAddress(stopAddress(tour, to));
  return (
    <section class="tour" aria-label="Guided tour">
      <header>
        <h2>{title}</h2>
        <span class="tour-place">
          {stop + 1} of {stops.length}
        </span>
        <div class="tour-buttons">
          <button type="button" class="preset" disabled={stop === 0} onClick={() => go(stop - 1)}>
            Back
          </button>
          {stop + 1 < stops.length ? (
            <button type="button" class="strong" onClick={() => go(stop + 1)}>
              Next
            </button>
          ) : (
            <button type="button" class="strong" onClick={() => store.choose({ tour: null })}>
              Done
            </button>
          )}
        </div>
        <CloseButton name="End the tour" onClick={() => store.choose({ tour: null })} />
      </header>
      <p aria-live="polite" data-tour={`${tour.id}.${stop + 1}`}>
        {stops[stop].caption}
      </p>
      <LiveLine stop={stops[stop]} />
    </section>
  );
}

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
