/**
 * Icicle plot of the hierarchy. A node that is hovered in the plot or on the stage is marked in
 * both.
 */

import { useEffect, useRef } from 'preact/hooks';
import { isTrait, NO_TRAIT, RAMP_STEPS } from '../../model/node-traits.js';
import type { Playground } from '../../session/page.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import type { Side } from '../../session/side.js';
import { sideNames } from '../../session/side.js';
import { ENTERED, UNSEEN } from '../../session/trace.js';
import { cssColor, rampColor } from '../../stage/color.js';
import { levelShare } from '../../stage/node-drawing.js';
import { onThemeChange } from '../../stage/system-theme.js';
import { type IcicleLayout, IcicleStrip, icicle, nodeAt } from './icicle.js';

/** Opacity of rejected and unvisited nodes. */
const REJECTED_STRENGTH = 0.55;
const UNSEEN_STRENGTH = 0.28;

export function TreeView() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const sides = playground.session?.sides ?? [];
  if (!store.field('show').value.has('tree')) return null;
  return (
    <section class="trees" aria-label="Hierarchy as a chart">
      {sides.map((side, view) => (
        <Tree key={sideNames[view]} side={side} view={view} marked={sides.length > 1} />
      ))}
    </section>
  );
}

/** Returns the colors of nodes, as on the stage. */
function colorsOf({ picture, settings, stage }: Playground, side: Side, view: number) {
  const { itemLine } = stage.theme;
  const nodes = picture?.sides[view]?.nodes;
  const { color } = settings;
  const { ramp } = stage.theme;
  const ofStep = Array.from({ length: RAMP_STEPS }, (_, step) =>
    cssColor(rampColor(ramp, step / (RAMP_STEPS - 1))),
  );
  const plain = cssColor(itemLine);
  return (node: number) => {
    if (!isTrait(color)) {
      const share = levelShare(side.dump.level[node], nodes?.levels ?? 1);
      return ofStep[Math.round(share * (RAMP_STEPS - 1))];
    }
    const step = nodes?.traitOf(node, color) ?? NO_TRAIT;
    return step === NO_TRAIT ? plain : ofStep[step];
  };
}

function strengthsOf({ settings }: Playground, { walk }: Side) {
  if (settings.query === 'none' || settings.build) return () => 1;
  return (node: number) => {
    const state = walk.states[node];
    if (state === ENTERED) return 1;
    return state === UNSEEN ? UNSEEN_STRENGTH : REJECTED_STRENGTH;
  };
}

function Tree({ side, view, marked }: { side: Side; view: number; marked: boolean }) {
  useNumberUpdates();
  const { playground, store } = usePage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const strip = useRef<IcicleStrip | null>(null);
  const layout = useRef<IcicleLayout | null>(null);
  const focus = playground.nodeSelection.focus.value;
  // reads the settings, so that each change rerenders this component and redraws the plot
  store.settings.value;
  useEffect(() => {
    if (!canvas.current) return;
    strip.current ??= new IcicleStrip(canvas.current);
    if (layout.current?.dump !== side.dump) layout.current = icicle(side.dump);
    const looked = focus?.view === view && focus.node < side.dump.count;
    strip.current.draw(layout.current, {
      color: colorsOf(playground, side, view),
      strength: strengthsOf(playground, side),
      path: looked ? side.links.pathTo(focus.node) : [],
    });
  });
  useEffect(() => onThemeChange(() => strip.current?.readColors()), []);
  const nodeUnder = (event: MouseEvent) => {
    const area = canvas.current?.getBoundingClientRect();
    if (!area || !layout.current) return null;
    const x = (event.clientX - area.left) / area.width;
    const y = (event.clientY - area.top) / area.height;
    const node = nodeAt(layout.current, x, y);
    return node === null ? null : { view, node };
  };
  return (
    <figure class="tree">
      {marked && <span class={`side-mark side-${sideNames[view]}`}>{sideNames[view]}</span>}
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Hierarchy of ${side.entry.title(side.index.dimensions)}: a row for each level, a node as wide as its share of the items. Press N to select a node; the arrow keys select its parent, children and siblings.`}
        data-tree={sideNames[view]}
        onPointerMove={(event) => {
          if (event.pointerType !== 'touch') playground.nodeSelection.hoverNode(nodeUnder(event));
        }}
        onPointerLeave={() => playground.nodeSelection.hoverNode(null)}
        onClick={(event) => playground.nodeSelection.open(nodeUnder(event))}
      />
    </figure>
  );
}
