/** Query settings, and the color legend of its results. */

import { type StructureEntry, structures } from 'sapwood/all';
import { describeQuery } from '../model/query-handles.js';
import { useNumberUpdates, usePage } from '../session/page.js';
import { maxNeighbors, supportsQuery } from '../state/conform.js';
import { type Dimensions, type QueryKind, queryKinds } from '../state/settings.js';
import { NumberField, Segments, Toggle } from '../ui/fields.js';
import { toggleTrace } from './commands.js';

const words: Readonly<Record<QueryKind, string>> = {
  none: 'Off',
  box: 'Box',
  sphere: 'Sphere',
  ray: 'Ray',
  nearest: 'Nearest',
  frustum: 'Frustum',
};

function reasonAgainst(structure: StructureEntry, query: QueryKind, dim: Dimensions): string {
  if (query === 'frustum' && dim === 2) return 'A frustum query needs 3D';
  return `${structure.title(dim)} does not support this query`;
}

export function QuerySection() {
  const { store, playground } = usePage();
  const query = store.field('query').value;
  const dim = store.field('dim').value;
  const ids = [store.field('structure').value, store.field('other').value];
  const shown = structures.filter(({ id }) => ids.includes(id));
  const choices = queryKinds.map((value) => {
    const unable = shown.find((structure) => !supportsQuery(structure, value, dim));
    const title = unable && reasonAgainst(unable, value, dim);
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
          label="Neighbors"
          name="k"
          value={store.field('k').value}
          min={1}
          max={maxNeighbors}
          step={1}
          slider="ratio"
          notice={store.notices.value.k}
          onChange={(k) => store.choose({ k })}
        />
      )}
      {query !== 'none' && <QueryPlace />}
      {query !== 'none' && (
        <div class="toggles">
          <Toggle
            name="trace"
            checked={store.field('step').value !== null}
            title="Shows the nodes in the order in which the query visits them (T)"
            onToggle={() => toggleTrace(playground)}
          >
            Step by step
          </Toggle>
        </div>
      )}
    </section>
  );
}

function QueryPlace() {
  const { store, playground } = usePage();
  // rerender, because the scene bounds change with the scene
  useNumberUpdates();
  const sceneBounds = playground.session?.source.sceneBounds;
  return (
    <p class="hint numeric">
      {sceneBounds ? describeQuery(store.settings.value, sceneBounds) : ''}
    </p>
  );
}
