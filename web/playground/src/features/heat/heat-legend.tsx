/** Heat map threshold, color legend, and the node count under the pointer. */

import { useEffect, useState } from 'preact/hooks';
import type { Playground } from '../../session/page.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import { cssColor, rampColor } from '../../stage/color.js';
import { heatRange } from '../../state/conform.js';
import { ALL_LEVELS, type Dimensions } from '../../state/settings.js';
import { Notice, NumberField } from '../../ui/fields.js';
import { count } from '../../ui/format.js';
import { heatLook } from './heat-look.js';

const STOPS = 9;
/** Counts are exact up to this value. */
const COUNTED = 2048;

export function HeatField() {
  const { store } = usePage();
  if (!store.field('show').value.has('heat')) return null;
  return (
    <NumberField
      label="Mark pixels with more nodes than"
      name="heat"
      value={store.field('heat').value}
      min={heatRange[0]}
      max={heatRange[1]}
      step={1}
      slider="ratio"
      onChange={(heat) => store.tune({ heat })}
      notice={store.notices.value.heat}
    />
  );
}

/** Returns the pointer position on the stage; null elsewhere. */
function usePointer({ stage }: Playground): { readonly x: number; readonly y: number } | null {
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null);
  useEffect(() => {
    const { canvas } = stage;
    const surface = canvas.parentElement ?? canvas;
    const follow = ({ clientX, clientY, target }: PointerEvent) => {
      const { left, top } = canvas.getBoundingClientRect();
      setPlace(target === canvas ? { x: clientX - left, y: clientY - top } : null);
    };
    const leave = () => setPlace(null);
    surface.addEventListener('pointermove', follow);
    surface.addEventListener('pointerdown', follow);
    surface.addEventListener('pointerleave', leave);
    return () => {
      surface.removeEventListener('pointermove', follow);
      surface.removeEventListener('pointerdown', follow);
      surface.removeEventListener('pointerleave', leave);
    };
  }, [stage]);
  return place;
}

export function HeatLegend() {
  const { store } = usePage();
  return store.field('show').value.has('heat') ? <Legend /> : null;
}

function countedNodes(dim: Dimensions, round: boolean): string {
  const where = dim === 3 ? 'ray through the pixel' : 'point of the pixel';
  // does not say “enters” for spheres: where a sphere extends beyond its parent, it is counted
  // although no traversal enters it
  if (round) {
    const volumes = dim === 3 ? `spheres a ${where} crosses` : `circles contain the ${where}`;
    return `nodes whose ${volumes}`;
  }
  return dim === 3 ? `nodes that a ${where} enters` : `nodes that contain the ${where}`;
}

function Legend() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const pointer = usePointer(playground);
  const { deepest, dim, heat: mark, shallowest } = store.settings.value;
  const { picture, stage } = playground;
  const look = heatLook(stage.theme);
  const stops = Array.from({ length: STOPS }, (_, i) =>
    cssColor(rampColor(look.ramp, i / (STOPS - 1))),
  );
  const [stripe, gap] = look.over.map(cssColor);
  const some = shallowest > 0 || deepest !== ALL_LEVELS;
  const under = pointer && (picture?.heat?.countAt(pointer.x, pointer.y) ?? null);
  const unavailableReason = picture?.heat?.unavailableReason ?? null;
  return (
    <figure class="legend" data-legend="heat">
      <span class="legend-ramp" style={{ background: `linear-gradient(90deg, ${stops.join()})` }} />
      <ol class="legend-ticks" aria-label="Values along the colors">
        {[1, Math.round((1 + mark) / 2), mark].map((value, place) => (
          <li key={place === 0 ? 'first' : place === 1 ? 'middle' : 'last'}>{count(value)}</li>
        ))}
      </ol>
      <p class="legend-over">
        <span
          class="legend-stripes"
          style={{
            background: `repeating-linear-gradient(135deg, ${stripe} 0 3px, ${gap} 3px 6px)`,
          }}
        />
        more than {count(mark)}
      </p>
      <figcaption>
        {countedNodes(dim, picture?.heat?.round ?? false)}
        {some && ', drawn levels only'}; no color: none
      </figcaption>
      <p class="legend-under">
        Under the pointer:{' '}
        <b data-number="heat">
          {under === null ? '–' : under < COUNTED ? count(under) : `${count(COUNTED)} or more`}
        </b>
      </p>
      <Notice text={unavailableReason} />
    </figure>
  );
}
