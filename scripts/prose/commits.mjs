// Checks commit subjects: `area: Verb object`. (commitlint does not run on Node.js 20.)
import { capture } from '../steps.mjs';

const MAX_COLUMNS = 72;
const SUBJECT = /^[a-z][\w./-]*(?:, [a-z][\w./-]*)*: ([A-Z][\w-]*)(?: |$)/;
/** First words that are not an imperative, for example Added, Adding, Adds, Made, The. */
const NOT_IMPERATIVE =
  /^(?!(?:Embed|Shed|Bring|Ping|String|Swing|Alias|Bias)$)\w+(?:[^e]ed|ing|[^su]s)$|^(?:Made|Took|Wrote|Kept|The|An?|What|Who|How|All|Each|Every|Both|No|One|More|New|Of|For|With|In|On)$/;

/** Returns faults in the form of a commit subject as `{ line, column, message }`. */
export function subjectFaults(subject) {
  const faults = [];
  const add = (column, message) => faults.push({ line: 1, column, message });
  const verb = SUBJECT.exec(subject)?.[1];
  if (!verb) add(1, 'The subject does not have the form “area: Verb object”');
  else if (NOT_IMPERATIVE.test(verb))
    add(1, `“${verb}” is not an imperative; write “area: Verb object”`);
  if (subject.length > MAX_COLUMNS) {
    add(MAX_COLUMNS + 1, `The subject has ${subject.length} characters; at most ${MAX_COLUMNS}`);
  }
  return faults;
}

const git = (...args) => capture('git', ['-c', 'safe.directory=*', ...args]);

/**
 * Returns the commits after the commit that added this file. Returns an empty array if there is no
 * repository or no history.
 */
export async function newCommits() {
  const added = ['--diff-filter=A', '--format=%H', '--', 'scripts/prose/commits.mjs'];
  const { code, log } = await git('log', ...added);
  if (code !== 0 || !log) return [];
  const first = log.trim().split('\n').at(-1);
  const commits = await git('log', '--no-merges', '--format=%h%x09%an%x09%s', `${first}..HEAD`);
  return commits.log.split('\n').flatMap((line) => {
    const [id, author, subject] = line.split('\t');
    // Dependabot's subjects have a different form
    return subject && author !== 'dependabot[bot]' ? [{ id, subject }] : [];
  });
}
