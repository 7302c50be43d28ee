/** Renders any record of a benchmark as text and charts, depending on its schema. */

import { readReport } from 'measuring/schema';
import { renderTables } from '../browser/page';
import { readBrowserRun } from '../browser/record';
import { PAGE as PEERS_PAGE, renderPage as renderPeersPage } from '../peers/page';
import { SCHEMA as PEERS_SCHEMA, readRecord as readPeersRecord } from '../peers/record';
import { chartsOf } from './charts';
import { renderDocument } from './table';
import { timingsOf, timingsOfBrowser, timingsOfPeers } from './timings';

export interface Rendered {
  readonly text: string;
  /** SVG text of each chart, by file name without extension. */
  readonly charts: ReadonlyMap<string, string>;
}

/** Renders a record. Throws if its text is damaged or its schema is unknown. */
export function renderRecord(text: string): Rendered {
  const parsed = JSON.parse(text) as { schema?: unknown; configuration?: unknown } | null;
  if (parsed?.schema === PEERS_SCHEMA) {
    const record = readPeersRecord(text);
    const page = renderPeersPage(record).get(PEERS_PAGE) ?? '';
    return { text: page, charts: chartsOf(timingsOfPeers(record)) };
  }
  if (parsed?.configuration !== undefined) {
    const run = readBrowserRun(text);
    return {
      text: `# Benchmark\n\n${renderTables(run)}\n`,
      charts: chartsOf(timingsOfBrowser(run)),
    };
  }
  const report = readReport(parsed);
  return { text: renderDocument(report), charts: chartsOf(timingsOf(report)) };
}

/** Appends links to the charts, whose files are in the same folder as the text. */
export function withCharts({ text, charts }: Rendered, prefix: string): string {
  const links = [...charts.keys()].map((name) => `![${name}](${prefix}-${name}.svg)`);
  return links.length === 0 ? text : `${text}\n## Charts\n\n${links.join('\n\n')}\n`;
}
