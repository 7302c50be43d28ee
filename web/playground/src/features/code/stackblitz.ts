/** The program of the page as a project of StackBlitz: the fields of a form that opens it in a new tab. */

import { version } from 'sapwood/all';
import { BOX_FILE, type Snippet } from './snippet.js';

/** Where the form is sent. Nothing is sent before the visitor presses the button. */
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
      // shows on the page what main.js prints
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

/** The files of the project, by name. */
export function projectFiles({ code, file }: Snippet): ReadonlyMap<string, string> {
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

/** Names and values of the fields. */
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
