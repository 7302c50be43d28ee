/** Who is measured: our structures with their options, plain JavaScript, and other libraries with versions and notes. */

import { Toggle } from '../../ui/fields.js';
import type { ContenderInfo } from '../model.js';
import { useBench } from './context.js';
import { SetupSection, toggled } from './setup-section.js';

/** Words that a contender brings along. */
function title({ rebuilds, heavy, dimensions }: ContenderInfo): string {
  return [
    dimensions.length === 1 ? `${dimensions[0]}D only` : '',
    rebuilds ? 'Cannot move boxes: rebuilt each frame' : '',
    heavy ? 'Includes its own WebAssembly module: a large download' : '',
  ]
    .filter((word) => word !== '')
    .join('. ');
}

export function ContenderChoice() {
  const { catalog, configuration } = useBench();
  const offered = catalog.contenders.filter((contender) => {
    const wanted = configuration.value.dimensions;
    return !contender.hidden && contender.dimensions.some((dim) => wanted.includes(dim));
  });
  const ours = offered.filter(({ side }) => side === 'sapwood');
  const variants = ours.filter(({ variantOf }) => variantOf !== null);
  const others = offered.filter(({ side }) => side !== 'sapwood');
  return (
    <>
      <SetupSection title="Structures of Sapwood">
        <Toggles contenders={ours.filter(({ variantOf }) => variantOf === null)} />
        {variants.length > 0 && <Variants contenders={variants} />}
      </SetupSection>
      <SetupSection title="Other libraries and plain JavaScript">
        <Toggles contenders={others} />
        <Notes contenders={others} />
      </SetupSection>
    </>
  );
}

function Toggles({ contenders }: { contenders: readonly ContenderInfo[] }) {
  const bench = useBench();
  const { contenders: chosen, dimensions } = bench.configuration.value;
  const dim = dimensions.length === 1 ? dimensions[0] : undefined;
  return (
    <div class="toggles">
      {contenders.map((contender) => (
        <Toggle
          key={contender.key}
          name={`contender-${contender.key}`}
          title={title(contender)}
          checked={chosen.includes(contender.key)}
          onToggle={() => bench.choose({ contenders: toggled(chosen, contender.key) })}
        >
          {bench.titleOf(contender.key, dim).replace(/^sapwood /, '')}
          {contender.side === 'library' && <small>{contender.version}</small>}
        </Toggle>
      ))}
    </div>
  );
}

function Variants({ contenders }: { contenders: readonly ContenderInfo[] }) {
  const { configuration } = useBench();
  const chosen = contenders.filter(({ key }) => configuration.value.contenders.includes(key));
  return (
    <details class="details">
      <summary>
        With other options {chosen.length > 0 && <span class="badge">{chosen.length}</span>}
      </summary>
      <Toggles contenders={contenders} />
    </details>
  );
}

/** How each adapter closes the gap between the library's rules and ours. */
function Notes({ contenders }: { contenders: readonly ContenderInfo[] }) {
  const noted = contenders.filter(({ notes }) => notes.length > 0);
  return (
    <details class="details contender-notes">
      <summary>Notes on each library</summary>
      <p class="hint">
        All contenders get the same boxes and must return the same results. Each library has its own
        adapter in the folder web/peers/src/adapters of the source code.
      </p>
      <dl>
        {noted.map(({ key, notes, package: name, rebuilds, title: called, version }) => (
          <div key={key}>
            <dt>
              {called} {name && version}
            </dt>
            {rebuilds && <dd>Cannot move boxes: rebuilt each frame.</dd>}
            {notes.map((note) => (
              <dd key={note}>{note}.</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
