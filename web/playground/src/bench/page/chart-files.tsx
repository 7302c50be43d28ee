/** One chart as a file: SVG, and PNG that is drawn from it. */

import { useState } from 'preact/hooks';
import { Notice } from '../../ui/notice.js';
import type { ChartData, Measure } from '../charts/chart-data.js';
import { chartSvg } from '../charts/chart-svg.js';
import { rasterize } from '../charts/rasterize.js';
import type { Mark } from '../charts/reach.js';
import type { BenchState } from './bench-state.js';
import { useBench } from './context.js';
import { environmentLines } from './environment-card.js';
import { fileName, save } from './files.js';
import { axesOf, unitOf } from './words.js';

interface ChartFilesProps {
  readonly name: string;
  readonly data: ChartData;
  readonly measure: Measure;
  readonly marks: readonly Mark[];
}

/** The cards of the runs whose lines are drawn, and who is marked in the legend of the page. */
function captionOf(bench: BenchState, { lines }: ChartData, measure: Measure): string[] {
  const [looked, ...others] = bench.runs.peek();
  const drawn = others.filter(({ label }) => lines.some(({ run }) => run === label));
  const who = new Set(lines.map(({ contender }) => contender));
  const anew = lines.filter(({ contender }) => bench.rebuilds(contender, measure));
  const names = [...new Set(anew.map(({ title }) => title))];
  return [
    ...(looked ? [looked, ...drawn].flatMap((run) => environmentLines(run, bench, who)) : []),
    ...(names.length > 0 ? [`Rebuilt each frame: ${names.join(', ')}`] : []),
  ];
}

export function ChartFiles({ name, data, measure, marks }: ChartFilesProps) {
  const bench = useBench();
  const [fault, setFault] = useState<string | null>(null);
  const svg = () =>
    chartSvg({
      title: name,
      unit: unitOf[measure.kind],
      logarithmic: axesOf(measure, bench.logarithmic.peek()),
      caption: captionOf(bench, data, measure),
      ...{ data, marks },
    });
  const savePng = async () => {
    try {
      save(fileName(name, 'png'), await rasterize(svg()));
      setFault(null);
    } catch {
      setFault('This browser could not draw the PNG. Save the SVG instead.');
    }
  };
  return (
    <div class="chart-files">
      <button
        type="button"
        class="quiet"
        aria-label={`${name} as SVG`}
        onClick={() => save(fileName(name, 'svg'), new Blob([svg()], { type: 'image/svg+xml' }))}
      >
        SVG
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={`${name} as PNG`}
        onClick={() => void savePng()}
      >
        PNG
      </button>
      <Notice text={fault} />
    </div>
  );
}
