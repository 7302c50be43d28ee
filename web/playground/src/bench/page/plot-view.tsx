/** Interactive chart, in which the pointer or the arrow keys select a number of boxes. */

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { count } from '../../ui/format.js';
import type { Mark } from '../charts/chart-data.js';
import { type ChartData, type Measure, pointAt } from '../charts/chart-data.js';
import { chartTheme } from '../charts/chart-theme.js';
import { Plot } from '../charts/plot.js';
import { forgetPaint, paintSoon } from './paint-queue.js';
import { shortValue, valueText } from './words.js';

interface PlotViewProps {
  readonly title: string;
  readonly data: ChartData;
  readonly measure: Measure;
  readonly marks: readonly Mark[];
  /** Index of the selected number of boxes in `data.sizes`; null if none is selected. */
  readonly at: number | null;
  /** Index of the number of boxes that is shown if none is selected. */
  readonly rest: number;
  /** Key of the contender whose line is highlighted. */
  readonly highlight: string | null;
  readonly onPoint: (index: number | null) => void;
}

function readingText({ data, measure }: PlotViewProps, index: number): string {
  const n = data.sizes[index];
  const values = data.lines.flatMap((line) => {
    const value = pointAt(line, n)?.value ?? null;
    return value === null ? [] : [`${line.title} ${valueText(measure, value)}`];
  });
  return `n = ${count(n)}: ${values.join(', ')}`;
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function usePlot(host: RefObject<HTMLElement | null>, props: PlotViewProps) {
  const { data, highlight, marks, measure, onPoint } = props;
  const plot = useRef<Plot | null>(null);
  const theme = chartTheme.value;
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const format = (value: number) => shortValue(measure, value);
    const spec = { ...data, marks, format, theme, onPoint };
    paintSoon(element, () => {
      if (plot.current?.update(spec)) return;
      plot.current?.destroy();
      plot.current = new Plot(element, spec);
    });
  }, [data, marks, measure, theme]);
  useEffect(() => plot.current?.highlight(highlight), [highlight]);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const observer = new ResizeObserver(() => plot.current?.fit());
    observer.observe(element);
    return () => {
      observer.disconnect();
      forgetPaint(element);
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);
  return plot;
}

export function PlotView(props: PlotViewProps) {
  const { at, data, onPoint, rest, title } = props;
  const host = useRef<HTMLDivElement>(null);
  const plot = usePlot(host, props);
  const last = data.sizes.length - 1;
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || last < 0) return;
    event.preventDefault();
    const next = Math.min(Math.max((at ?? (step > 0 ? -1 : last + 1)) + step, 0), last);
    plot.current?.pointAt(next);
    onPoint(next);
  };
  return (
    <div
      ref={host}
      class="plot"
      role="slider"
      tabIndex={0}
      aria-label={`${title}: size at which values are shown`}
      aria-valuemin={0}
      aria-valuemax={Math.max(last, 0)}
      aria-valuenow={Math.max(at ?? rest, 0)}
      aria-valuetext={readingText(props, at ?? rest)}
      onKeyDown={move}
    />
  );
}
