/** One chart as a file: SVG, and PNG that is drawn from it. */

import { useState } from 'preact/hooks';
import { Notice } from '../../ui/fields.js';
import { fileName, save } from '../../ui/sharing.js';
import type { ChartData, Mark, Measure } from '../charts/chart-data.js';
import { chartSvg } from '../charts/chart-svg.js';
import { type BenchState, useBench } from './bench-state.js';
import { environmentLines } from './environment-card.js';
import { unitOf } from './words.js';

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
      logarithmic: { x: bench.logarithmic.peek(), y: bench.logarithmic.peek() },
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

const SCALE = 2;

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the browser cannot render the SVG'));
    image.src = address;
  });
}

/** Converts SVG text to a PNG with two pixels per unit, on white, because the file leaves the page. */
async function rasterize(svg: string): Promise<Blob> {
  const [, width, height] = (svg.match(/viewBox="0 0 (\d+) (\d+)"/) ?? []).map(Number);
  // not every browser takes the size of a picture from its view box
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`);
  const canvas = document.createElement('canvas');
  canvas.width = SCALE * width;
  canvas.height = SCALE * height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser provides no 2D canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser created no PNG'))),
      'image/png',
    );
  });
}
