/** Card of the focused node: kind, contents, and links to relatives. */

import { useEffect, useRef } from 'preact/hooks';
import { NodeKind } from 'sapwood/all';
import { columnRole } from '../../model/node-volumes.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import type { Side } from '../../session/side.js';
import { sideNames } from '../../session/side.js';
import type { NodeChoice } from '../../state/settings.js';
import { count } from '../../ui/format.js';
import { CloseButton, IconButton } from '../../ui/icon-button.js';
import { focusesCard } from '../../ui/visibility.js';

const MAX_IDS = 6;
/** Number of nodes that are shown at each end of a deep path. */
const PATH_ENDS = 3;

function corner(values: Float32Array): string {
  return Array.from(values, (value) => value.toFixed(2)).join(', ');
}

const columnWords = { column: 'Column', large: 'Boxes too large for a column' } as const;

/** Whether a node is a branch that has no children yet, at a step of a top-down build. */
function isUnsplit({ building, dump, links }: Side, node: number): boolean {
  const bare = links.firstChild[node] < 0 && dump.kind[node] === NodeKind.Branch;
  return building?.mode === 'split' && bare;
}

function kindOf(side: Side, node: number): string {
  const { dump, links } = side;
  const role = columnRole(dump, node);
  if (role) return columnWords[role];
  if (isUnsplit(side, node)) return 'Not yet split';
  if (links.firstChild[node] >= 0) return dump.parent[node] < 0 ? 'Root' : 'Branch';
  return dump.kind[node] === 2 ? 'Block of a sorted list' : 'Leaf';
}

/** Returns the relatives of a node, with the arrow key that selects each of them. */
function relatives({ links }: Side, node: number) {
  return [
    { key: 'ArrowUp', label: 'Parent', node: links.dump.parent[node], icon: 'm4 10 4-4 4 4' },
    { key: 'ArrowDown', label: 'First child', node: links.firstChild[node], icon: 'm4 6 4 4 4-4' },
    {
      key: 'ArrowLeft',
      label: 'Previous sibling',
      node: links.previousSibling[node],
      icon: 'm10 4-4 4 4 4',
    },
    {
      key: 'ArrowRight',
      label: 'Next sibling',
      node: links.nextSibling[node],
      icon: 'm6 4 4 4-4 4',
    },
  ] as const;
}

/** Card of the node under the pointer, otherwise of the selected node. */
export function NodeCard() {
  return <CardOf focus={usePage().playground.nodeSelection.focus.value} />;
}

/** Card of the selected node only, for layouts in which a transient card would move the stage. */
export function SteadyNodeCard() {
  return <CardOf focus={usePage().store.field('node').value} />;
}

function CardOf({ focus }: { focus: NodeChoice | null }) {
  const { playground, store } = usePage();
  useNumberUpdates();
  const chosen = store.field('node').value;
  const side = focus && playground.session?.sides[focus.view];
  if (!focus || !side) return null;
  if (focus.node >= side.dump.count) {
    return chosen === focus ? <GoneCard focus={focus} /> : null;
  }
  return <Card focus={focus} side={side} />;
}

/** Card for a node that does not exist in the current hierarchy. */
function GoneCard({ focus }: { focus: NodeChoice }) {
  const { playground } = usePage();
  return (
    <section class="card node-card" aria-label="Node">
      <header>
        <h2>Node {count(focus.node)}</h2>
        <CloseCard />
      </header>
      <p class="notice" role="status">
        The structure has no node with this number now.{' '}
        <button
          type="button"
          class="quiet"
          onClick={() => playground.nodeSelection.open({ view: focus.view, node: 0 })}
        >
          Go to the root
        </button>
      </p>
    </section>
  );
}

function CloseCard() {
  const { playground } = usePage();
  return <CloseButton name="Close the card" onClick={() => playground.nodeSelection.open(null)} />;
}

function Card({ focus, side }: { focus: NodeChoice; side: Side }) {
  const { playground, store } = usePage();
  // rerender, because the node's index may now refer to a different node
  useNumberUpdates();
  const card = useRef<HTMLElement>(null);
  const { node, view } = focus;
  const go = (to: number) => {
    if (to >= 0) playground.nodeSelection.open({ view, node: to });
  };
  const family = relatives(side, node);
  const chosen = store.field('node').value;
  const isChosen = chosen?.node === node && chosen.view === view;
  useEffect(() => {
    if (focusesCard.value) card.current?.focus();
    focusesCard.value = false;
  }, [focusesCard.value]);
  return (
    <section
      ref={card}
      class="card node-card"
      aria-label="Node"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') playground.nodeSelection.open(null);
        else {
          const relative = family.find(({ key }) => key === event.key);
          if (!relative) return;
          go(relative.node);
        }
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <header>
        {(playground.session?.sides.length ?? 0) > 1 && (
          <span class={`side-mark side-${sideNames[view]}`}>{sideNames[view]}</span>
        )}
        <h2 aria-live={isChosen ? 'polite' : 'off'}>
          Node <span data-node="id">{count(node)}</span>
        </h2>
        <CloseCard />
      </header>
      <NodeFacts side={side} node={node} />
      <footer>
        <Path side={side} node={node} go={go} />
        <Relatives family={family} go={go} />
      </footer>
    </section>
  );
}

interface RelativesProps {
  readonly family: ReturnType<typeof relatives>;
  readonly go: (to: number) => void;
}

function Relatives({ family, go }: RelativesProps) {
  return (
    <div class="node-relatives">
      {family.map(({ key, label, node, icon }) => (
        <IconButton
          key={key}
          name={label}
          title={label}
          icon={icon}
          disabled={node < 0}
          onClick={() => go(node)}
        />
      ))}
    </div>
  );
}

function NodeFacts({ side, node }: { side: Side; node: number }) {
  const { bounds, firstItem, itemCount, items, level } = side.dump;
  const { dimensions } = side.index;
  const at = 2 * dimensions * node;
  const all = side.links.itemsBelow(node);
  const unsplit = isUnsplit(side, node);
  const held = items.subarray(firstItem[node], firstItem[node] + itemCount[node]);
  const own = unsplit ? all : held;
  const overlap = side.overlapOf(node);
  const visit = side.visitOf(node);
  const ids = [...own.subarray(0, MAX_IDS)].join(', ');
  const rows: [id: string, label: string, value: string][] = [
    ['level', kindOf(side, node), `level ${count(level[node])}`],
    ['from', 'From', corner(bounds.subarray(at, at + dimensions))],
    ['to', 'To', corner(bounds.subarray(at + dimensions, at + 2 * dimensions))],
    ['items', 'Boxes', own.length > 0 ? `${ids}${own.length > MAX_IDS ? ' …' : ''}` : 'none'],
  ];
  const children = side.links.childCount[node];
  const facts: [id: string, before: string, value: string, after: string][] = [
    ['own', '', count(own.length), unsplit ? ' boxes to split' : ' in the node itself'],
    ['below', '', count(all.length), ' including all below'],
    ['children', '', count(children), children === 1 ? ' child' : ' children'],
    ['age', 'last change ', count(side.ageOf(node)), ' frames ago'],
  ];
  if (overlap >= 0) facts.push(['overlap', '', count(100 * overlap), ' % overlap with siblings']);
  if (visit > 0) facts.push(['visit', 'visit ', count(visit), ' of the query']);
  return (
    <>
      <dl>
        {rows.map(([id, label, value]) => (
          <div key={id} class="number">
            <dt>{label}</dt>
            <dd data-node={id}>{value}</dd>
          </div>
        ))}
      </dl>
      <ul class="node-facts">
        {facts.map(([id, before, value, after]) => (
          <li key={id}>
            {before}
            <b data-node={id}>{value}</b>
            {after}
          </li>
        ))}
      </ul>
    </>
  );
}

function Path({ side, node, go }: { side: Side; node: number; go: (to: number) => void }) {
  const path = side.links.pathTo(node);
  const short = path.length <= 2 * PATH_ENDS + 1;
  const shown = short ? path : [...path.slice(0, PATH_ENDS), -1, ...path.slice(-PATH_ENDS)];
  return (
    <ol class="node-path" aria-label="Path from the root">
      {shown.map((each) => (
        <li key={each}>
          {each < 0 ? (
            '…'
          ) : (
            <button
              type="button"
              class="quiet"
              aria-current={each === node ? 'true' : undefined}
              onClick={() => go(each)}
            >
              {each}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
