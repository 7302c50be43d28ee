/** docs/claims.md, and the same for the figures of the playground. */

import type { Files } from '../report/document';
import { pageFiles, type Table, tableText } from '../report/document';
import { cardOf } from '../report/table';
import { claims } from './claims';
import type { Facts } from './facts';

export const PAGE = 'docs/claims.md';
/** What the Learn page of the playground shows. */
const PLAYGROUND_LIST = 'web/playground/public/claims.json';

const OPENING = `# Claims

What the literature says about these structures, and what we found. *Reproduced*: our figure supports it. *Qualified*: it holds under a
condition that the claim does not name. *Refuted*: it does not hold. A test keeps every verdict to its figure.

Counts do not depend on the machine. Times are of the machine below; \`npm run bench -- claims\` measures them anew and writes this page.`;

export function renderPage(facts: Facts): Files {
  const table: Table = {
    caption: 'Every claim with the command that makes its figure:',
    header: ['claim', 'verdict', 'what we found', 'command', 'source'],
    rows: claims.map((claim) => [
      claim.text,
      `**${claim.verdict}**`,
      claim.look(facts).figure,
      `\`${claim.command}\``,
      claim.source,
    ]),
  };
  const text = tableText(table).replace(/---:/g, '---');
  const parts = [OPENING, cardOf(facts.timings.environment), text];
  const files = pageFiles(PAGE, `${parts.join('\n\n')}\n`, []);
  return new Map([...files, [PLAYGROUND_LIST, listOf(facts)]]);
}

/** Without the marks of the page. */
const plain = (text: string) => text.replaceAll(/[*`]/g, '');

function listOf(facts: Facts): string {
  const list = claims.map(({ look, source, text, verdict }) => {
    return { text, verdict, found: plain(look(facts).figure), source: plain(source) };
  });
  return `${JSON.stringify({ schema: 'sapwood-claims-list/1', claims: list }, null, 2)}\n`;
}
