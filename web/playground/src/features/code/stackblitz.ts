/** StackBlitz project of the page's program, as fields of a form that opens it in a new tab. */

import { version } from 'sapwood/all';
import { BOX_FILE, type Snippet } from './snippet.js';

/** Target of the form. Nothing is sent before the user presses the button. */
export const STACKBLITZ = 'https://stackblitz.com/run?file=main.js';

const VITE = '8.3.8';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Sapwood</title>
  </head>
  <body>
    <pre id="log"></pre>
    <script type="module">
      // prints the output of main.js on the page
      const log = document.querySelector('#log');
      const print = console.log;
      console.log = (...values) => {
        print(...values);
        log.append(values.join(' '), '\\n');
      };
      await import('./main.js');
    </script>
  </body>
</html>
`;

function projectFiles({ code, file }: Snippet): ReadonlyMap<string, string> {
  const manifest = {
    name: 'sapwood-boxes',
    private: true,
    type: 'module',
    scripts: { dev: 'vite' },
    dependencies: { sapwood: version },
    devDependencies: { vite: VITE },
  };
  return new Map([
    ['index.html', page],
    ['main.js', code],
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ...(file === null ? [] : [[BOX_FILE, file] as const]),
  ]);
}

export function projectFields(snippet: Snippet): ReadonlyMap<string, string> {
  const files = [...projectFiles(snippet)].map(
    ([name, content]) => [`project[files][${name}]`, content] as const,
  );
  return new Map([
    ['project[title]', 'Boxes in Sapwood'],
    ['project[description]', 'Made with the playground of Sapwood'],
    ['project[template]', 'node'],
    ...files,
  ]);
}
