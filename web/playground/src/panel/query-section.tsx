/** What is asked of the structure, and the key to the colours of the answer. */

import { structures } from 'sapwood';
import { describeQuery } from '../model/query-handles.js';
import { answers, mostNeighbours } from '../state/conform.js';
import { type QueryKind, queryKinds } from '../state/settings.js';
import { NumberField, Segments } from './fields.js';
import { useBeat, usePage } from './page.js';

const words: Readonly<Record<QueryKind, string>> = {
  none: 'Off',
  box: 'Box',
  sphere: 'Sphere',
  ray: 'Ray',
  nearest: 'Nearest',
};

export function QuerySection() {
  const { store } = usePage();
  const query = store.field('query').value;
  const ids = [store.field('structure').value, store.field('other').value];
  const shown = structures.filter(({ id }) => ids.includes(id));
  const choices = queryKinds.map((value) => {
    const unable = shown.find((structure) => !answers(structure, value));
    const title = unable && `${unable.title(store.field('dim').value)} has no such query`;
    return { value, label: words[value], disabled: unable !== undefined, ...(title && { title }) };
  });
  return (
    <section class="section" aria-label="Query">
      <Segments
        label="Query"
        name="query"
        value={query}
        choices={choices}
        notice={store.notices.value.query}
        onChoose={(value) => store.choose({ query: value as QueryKind })}
      />
      {query === 'nearest' && (
        <NumberField
          label="Neighbours"
          name="k"
          value={store.field('k').value}
          least={1}
          most={mostNeighbours}
          step={1}
          slider="ratio"
          notice={store.notices.value.k}
          onChange={(k) => store.choose({ k })}
        />
      )}
      {query !== 'none' && <QueryPlace />}
    </section>
  );
}

function QueryPlace() {
  const { store, playground } = usePage();
  // read for its beat: the home bounds change with the scene
  useBeat();
  const home = playground.session?.source.home;
  return <p class="hint numeric">{home ? describeQuery(store.settings.value, home) : ''}</p>;
}
