/** The frame strip with its numbers. */

import { useEffect, useRef } from 'preact/hooks';
import { FrameStrip, SIXTY_HERTZ_MS } from '../charts/frame-strip.js';
import type { Recent } from '../model/recent.js';
import { useBeat, usePage } from '../session/page.js';
import { onThemeChange } from '../stage/system-theme.js';
import { duration } from '../ui/format.js';

/** A frame that came a little late did not miss its turn. */
const LATE_MS = 1.2 * SIXTY_HERTZ_MS;

function lateShare(intervals: Recent): string {
  if (intervals.size === 0) return '–';
  let late = 0;
  for (let i = 0; i < intervals.size; i++) if (intervals.at(i) > LATE_MS) late++;
  return `${Math.round((100 * late) / intervals.size)} %`;
}

export function FrameChart() {
  const { playground, store } = usePage();
  useBeat();
  // nothing has moved so far, or nothing moves while a build is looked at
  const hidden = playground.loop.intervals.size === 0 || store.field('build').value !== null;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const strip = new FrameStrip(canvas.current);
    const draw = () => strip.draw(playground.loop.intervals, playground.structureTimes);
    const unthemed = onThemeChange(() => strip.readColors());
    playground.drawListeners.add(draw);
    return () => {
      unthemed();
      playground.drawListeners.delete(draw);
    };
  }, [playground, hidden]);
  if (hidden) return null;
  const { intervals } = playground.loop;
  return (
    <figure class="frame-chart">
      <canvas ref={canvas} role="img" aria-label="Chart of the last frames; the numbers follow" />
      <figcaption>
        <dl>
          <div class="number" title="Median time between frames: half of the frames took no longer">
            <dt>
              <span class="chart-stroke" aria-hidden="true" />
              Frame, p50
            </dt>
            <dd data-number="frame">{duration(intervals.percentile(0.5))}</dd>
          </div>
          <div class="number" title="99th percentile: one frame in a hundred took longer">
            <dt>
              <span class="chart-stroke chart-dashed" aria-hidden="true" />
              p99
            </dt>
            <dd data-number="frame-p99">{duration(intervals.percentile(0.99))}</dd>
          </div>
          <div class="number" title="Share of the last 240 frames that took longer than 20 ms">
            <dt>Late</dt>
            <dd data-number="frame-late">{lateShare(intervals)}</dd>
          </div>
        </dl>
        <p class="chart-key">
          <span class="chart-swatch chart-structure" aria-hidden="true" /> structure
          <span class="chart-swatch chart-frame" aria-hidden="true" /> frame
          <span class="chart-swatch chart-line" aria-hidden="true" /> 16.7 ms
        </p>
      </figcaption>
    </figure>
  );
}
