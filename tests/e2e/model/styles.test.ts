/**
 * Styles of the Bench page must not apply to Explore: they are loaded with Bench and remain when a
 * visitor returns to Explore. The legends must have the colors of the stage.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../../web/playground/src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });

function textOf(path: RegExp): string {
  const chosen = files.filter((name) => path.test(name));
  return chosen.map((name) => readFileSync(`${source}${name}`, 'utf8')).join('\n');
}

function subjects(css: string): Set<string> {
  return new Set(Array.from(css.matchAll(/^\s*\.([a-z-]+)/gm), ([, name]) => name));
}

function classes(markup: string): Set<string> {
  const values = Array.from(
    markup.matchAll(/class(?:Name)?=["{`']+([^"`'}]*)/g),
    ([, text]) => text,
  );
  return new Set(values.flatMap((text) => text.split(/\s+/)));
}

test('no class of Explore is styled by Bench', () => {
  const explore = classes(textOf(/^(?!bench).*\.tsx$/));
  const bench = subjects(textOf(/^styles\/bench.*\.css$/));
  expect(explore.size).toBeGreaterThan(50);
  expect(bench.size).toBeGreaterThan(20);
  expect([...bench].filter((name) => explore.has(name))).toEqual([]);
});

/** Maps names of colors in legends to the names of the same colors in src/stage/theme.ts. */
const SAME_ROLE: Readonly<Record<string, string>> = { node: 'focus' };

/** Returns lightness, chroma and hue of each color, by name. */
function colorsOf(text: string, pattern: RegExp): Map<string, string> {
  return new Map(
    Array.from(text.matchAll(pattern), ([, name, parts]) => [name, parts.replaceAll(',', '')]),
  );
}

test.each(['light', 'dark'])('legends have the colors of the stage, %s', (name) => {
  const [light, dark] = textOf(/^styles\/theme\.css$/).split('prefers-color-scheme: dark');
  const theme = textOf(/^stage\/theme\.ts$/)
    .split(`name: '${name}',`)[1]
    .split('};')[0];
  const stage = colorsOf(theme, /(\w+): oklch\(([^)]*)\)/g);
  const panels = colorsOf(name === 'dark' ? dark : light, /--([a-z]+): oklch\(([^)/]*)\)/g);
  // the color `focus` of panels is omitted, because it marks the keyboard focus and not a node
  const shared = [...panels.keys()].filter(
    (role) => role !== 'focus' && stage.has(SAME_ROLE[role] ?? role),
  );
  expect(shared).toHaveLength(10);
  for (const role of shared) {
    expect(panels.get(role), role).toBe(stage.get(SAME_ROLE[role] ?? role));
  }
});
