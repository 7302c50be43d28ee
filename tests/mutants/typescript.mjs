// After Stryker: keeps of its report what is small, beside what is known of files that were not judged this time, and writes
// the page anew. Run by `npm run test:mutants:ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, ROOT } from '../../scripts/steps.mjs';
import { TYPESCRIPT, writePage } from './report.mjs';
import { readTable } from './table.mjs';

const REPORT = join(ROOT, 'build/mutants/stryker.json');
const SOURCES = 'web/sapwood/src/';
/** Of a fault that shows; longer ones are cut. */
const MOST = 60;

const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MOST ? `${line.slice(0, MOST - 1)}…` : line;
};

/** The text of a mutant's place; lines and columns are counted from 1. */
function originalOf(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines.push(lines.pop().slice(0, end.column - 1));
  lines[0] = lines[0].slice(start.column - 1);
  return lines.join('\n');
}

function survivorOf(file, source, { location, replacement, status }) {
  const line = source.split('\n')[location.start.line - 1].trim();
  const change = `${short(originalOf(source, location))} → ${short(replacement ?? '')}`;
  return { file, line: short(line), change, reached: status !== 'NoCoverage' };
}

const isLive = ({ status }) => status === 'Survived' || status === 'NoCoverage';
const isKilled = ({ status }) => status === 'Killed' || status === 'Timeout';

await main(async () => {
  const report = JSON.parse(readFileSync(REPORT, 'utf8'));
  const known = JSON.parse(readFileSync(TYPESCRIPT, 'utf8'));
  const files = { ...known.files };
  const isJudged = ({ file }) => report.files[SOURCES + file] !== undefined;
  const survivors = known.survivors.filter((survivor) => !isJudged(survivor));
  for (const [path, { source, mutants }] of Object.entries(report.files)) {
    const file = path.replace(SOURCES, '');
    const live = mutants.filter(isLive);
    const killed = mutants.filter(isKilled).length;
    // the rest does not compile, or belongs to what runs once when the module loads
    files[file] = { judged: killed + live.length, killed };
    survivors.push(...live.map((mutant) => survivorOf(file, source, mutant)));
  }
  writeFileSync(TYPESCRIPT, `${JSON.stringify({ files, survivors }, null, 2)}\n`);
  writePage(readTable());
});
