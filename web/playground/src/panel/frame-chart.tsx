/** The frame strip with its numbers. */

import { useEffect, useRef } from 'preact/hooks';
import { FrameStrip } from '../charts/frame-strip.js';
import { onThemeChange } from '../stage/theme.js';
import { duration } from './format.js';
import { useBeat, usePage } from './page.js';

export function FrameChart() {
  const { playground, store } = usePage();
  // nothing moves while a build is looked at
  const hidden = store.field('build').value !== null;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const strip = new FrameStrip(canvas.current);
    const draw = () => strip.draw(playground.loop.intervals, playground.structureTimes);
    const unthemed = onThemeChange(() => strip.readColours());
    playground.drawListeners.add(draw);
    return () => {
      unthemed();
      playground.drawListeners.delete(draw);
    };
  }, [playground, hidden]);
  useBeat();
  if (hidden) return null;
  const { intervals } = playground.loop;
  return (
    <figure class="frame-chart">
      <canvas ref={canvas} />
      <figcaption>
        <dl>
          <div class="number">
            <dt>Frame, median</dt>
            <dd data-number="frame">{duration(intervals.percentile(0.5))}</dd>
          </div>
          <div class="number">
            <dt>p99</dt>
            <dd data-number="frame-p99">{duration(intervals.percentile(0.99))}</dd>
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
