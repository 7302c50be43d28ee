/**
 * Chart on a canvas, drawn by uPlot: lines over n with quartile bands, symbols, horizontal marks,
 * and a cursor.
 */

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Line } from './chart-data.js';
import { type Mark, valuesOf } from './chart-data.js';
import type { ChartTheme } from './chart-theme.js';
import { symbols } from './line-style.js';
import { logarithmicTicks, type Range, rangeOf, sizeLabel, sizeTicks } from './ticks.js';

interface PlotSpec {
  readonly sizes: readonly number[];
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
  readonly format: (value: number) => string;
  readonly theme: ChartTheme;
  /**
   * Called with an index into `sizes` when the cursor moves, or null when the pointer leaves the
   * chart.
   */
  readonly onPoint: (index: number | null) => void;
}

const FONT = '11px Inter, ui-sans-serif, system-ui, sans-serif';
const WIDTH = 1.75;
// label and axis sizes in CSS pixels
const LABEL_WIDTH = 62;
const LABEL_HEIGHT = 30;
const VALUE_AXIS = 64;
const SIZE_AXIS = 30;
/** Opacity of the lines that are not highlighted. */
const FADED = 0.18;

/**
 * Returns the data columns of uPlot. uPlot connects a line across undefined values, and leaves a
 * gap at null values.
 */
function columns({ lines, sizes }: PlotSpec): uPlot.AlignedData {
  const ys = lines.flatMap(({ points }) => {
    const at = new Map(points.map((point) => [point.n, point]));
    const pick = (of: 'value' | 'low' | 'high') => sizes.map((n) => at.get(n)?.[of]);
    return [pick('value'), pick('low'), pick('high')];
  });
  return [[...sizes], ...ys] as uPlot.AlignedData;
}

function symbolPaths(symbol: number): uPlot.Series.Points.PathBuilder {
  const outline = new Path2D(symbols[symbol]);
  return (plot, series, first, last) => {
    const path = new Path2D();
    const xs = plot.data[0];
    const ys = plot.data[series];
    const scale = uPlot.pxRatio;
    for (let i = first; i <= last; i++) {
      const y = ys[i];
      if (y === null || y === undefined) continue;
      const e = plot.valToPos(xs[i], 'x', true);
      const f = plot.valToPos(y, 'y', true);
      path.addPath(outline, { a: scale, d: scale, e, f });
    }
    // flags 1 and 2 of uPlot: clip the fill and the stroke
    return { stroke: path, fill: path, clip: null, flags: 3 };
  };
}

function seriesOf({ theme }: PlotSpec, { style }: Line): uPlot.Series[] {
  const color = theme.lines[style.color];
  const edge: uPlot.Series = { stroke: 'transparent', width: 1, points: { show: false } };
  return [
    {
      stroke: color,
      width: WIDTH,
      dash: [...style.dash],
      points: {
        show: true,
        fill: color,
        stroke: color,
        width: 1,
        paths: symbolPaths(style.symbol),
      },
    },
    edge,
    edge,
  ];
}

/**
 * Returns the opacity of bands as two hexadecimal digits. It is lower if there are many lines,
 * because their bands overlap.
 */
function bandAlpha(lines: number): string {
  return lines > 8 ? '16' : lines > 4 ? '22' : '33';
}

function bandsOf({ lines, theme }: PlotSpec): uPlot.Band[] {
  const alpha = bandAlpha(lines.length);
  return lines.map(({ style }, i) => ({
    series: [3 * i + 3, 3 * i + 2],
    fill: `${theme.lines[style.color]}${alpha}`,
  }));
}

function drawMarks(plot: uPlot, { marks, theme }: PlotSpec): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.strokeStyle = theme.soft;
  ctx.fillStyle = theme.soft;
  ctx.lineWidth = ratio;
  ctx.font = FONT.replace('11px', `${11 * ratio}px`);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.setLineDash([5 * ratio, 4 * ratio]);
  for (const { value, label } of marks) {
    const y = plot.valToPos(value, 'y', true);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillText(label, bbox.left + 6 * ratio, y - 3 * ratio);
  }
  ctx.restore();
}

/** Number by which uPlot identifies logarithmic scales. */
const LOG = 3;

interface Ranges {
  readonly x: Range;
  readonly y: Range;
}

function rangesOf(spec: PlotSpec): Ranges {
  const { lines, marks, sizes } = spec;
  return { x: rangeOf(sizes), y: rangeOf(valuesOf(lines, marks)) };
}

/**
 * Returns a key of the properties that `update` cannot change: contenders, line styles and theme.
 */
function shapeOf({ lines, theme }: PlotSpec): string {
  const drawn = lines.map(({ contender, style }) => [contender, style]);
  return JSON.stringify([drawn, theme]);
}

export class Plot {
  private readonly plot: uPlot;
  private ranges: Ranges;
  private isTouched = false;

  constructor(
    private readonly host: HTMLElement,
    private spec: PlotSpec,
  ) {
    this.ranges = rangesOf(spec);
    this.plot = new uPlot(this.options(), columns(spec), host);
    this.listenForTouch();
  }

  /** Returns false without changes if a new chart is required. */
  update(spec: PlotSpec): boolean {
    if (shapeOf(spec) !== shapeOf(this.spec)) return false;
    this.spec = spec;
    this.ranges = rangesOf(spec);
    this.plot.setData(columns(spec));
    return true;
  }

  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width > 0 && (width !== this.plot.width || height !== this.plot.height)) {
      this.plot.setSize({ width, height });
    }
  }

  /** Moves the cursor to the number of boxes at this index in `sizes`. */
  pointAt(index: number): void {
    const left = this.plot.valToPos(this.spec.sizes[index], 'x');
    this.plot.setCursor({ left, top: this.plot.over.clientHeight / 2 });
  }

  /** Highlights a line by fading all others; null removes the highlight. */
  highlight(contender: string | null): void {
    const at = this.spec.lines.findIndex((line) => line.contender === contender);
    this.plot.setSeries(at < 0 ? null : 3 * at + 1, { focus: at >= 0 });
  }

  destroy(): void {
    this.plot.destroy();
  }

  /**
   * Moves the cursor when the chart is touched. The mouse events of uPlot are not enough, because
   * browsers send them only after short taps.
   */
  private listenForTouch(): void {
    const { over } = this.plot;
    over.addEventListener('pointermove', ({ pointerType }) => {
      if (pointerType === 'mouse') this.isTouched = false;
    });
    over.addEventListener('pointerdown', ({ clientX, clientY, pointerType }) => {
      if (pointerType !== 'touch') return;
      this.isTouched = true;
      // `offsetX` would be relative to the target of the event, which may be a child element
      const { left, top } = over.getBoundingClientRect();
      this.plot.setCursor({ left: clientX - left, top: clientY - top });
    });
  }

  private options(): uPlot.Options {
    const { host, spec } = this;
    const ends = (axis: 'x' | 'y'): uPlot.Range.MinMax => {
      const { min, max } = this.ranges[axis];
      return [min, max];
    };
    return {
      width: host.clientWidth,
      height: host.clientHeight,
      padding: [10, 14, 0, 0],
      focus: { alpha: FADED },
      legend: { show: false },
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: false, y: false },
        // ignores mouse leave events until the mouse moves, so that the touched position stays
        // selected
        bind: {
          mouseleave: (_plot, _over, leave) => (event) => (this.isTouched ? null : leave(event)),
        },
      },
      scales: {
        x: { time: false, distr: LOG, range: () => ends('x') },
        y: { distr: LOG, range: () => ends('y') },
      },
      axes: this.axes(),
      series: [{}, ...spec.lines.flatMap((line) => seriesOf(spec, line))],
      bands: bandsOf(spec),
      hooks: {
        drawAxes: [(plot) => drawMarks(plot, this.spec)],
        setCursor: [({ cursor }) => this.spec.onPoint(cursor.idx ?? null)],
      },
    };
  }

  private axes(): uPlot.Axis[] {
    const { theme } = this.spec;
    const common: uPlot.Axis = {
      stroke: theme.soft,
      font: FONT,
      grid: { stroke: theme.grid, width: 1 },
      ticks: { stroke: theme.grid, width: 1, size: 4 },
      // shows all ticks, because `splits` already limits their number
      filter: (_, splits) => splits,
    };
    const room = ({ bbox }: uPlot) => ({
      across: Math.floor(bbox.width / uPlot.pxRatio / LABEL_WIDTH),
      up: Math.floor(bbox.height / uPlot.pxRatio / LABEL_HEIGHT),
    });
    return [
      {
        ...common,
        size: SIZE_AXIS,
        splits: (plot) => sizeTicks(this.spec.sizes, this.ranges.x, room(plot).across),
        values: (_, splits) => splits.map(sizeLabel),
      },
      {
        ...common,
        size: VALUE_AXIS,
        splits: (plot) => logarithmicTicks(this.ranges.y, room(plot).up),
        values: (_, splits) => splits.map(this.spec.format),
      },
    ];
  }
}
