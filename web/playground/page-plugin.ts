/**
 * The head of the built page: what it may do, and what it sends for before its scripts run.
 *
 * Explore opens with some twenty files that know of each other one after the other. A few words in the page itself send
 * for all of them at once, the WebAssembly module first; not so where the address asks for another
 * page. The policy names these words by their hash.
 */

import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const OPENS_WITH = /\/src\/explore\/explore\.ts$/;
const MODULE = /^assets\/trace-[^/]*\.wasm$/;

function policyWith(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'self'",
    // clips that were recorded here
    'media-src blob:',
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self' data: blob:",
    "img-src 'self' data: blob:",
  ].join('; ');
}

/** A script and whatever it imports, the deepest last. */
function withImports(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const each of chunk.imports) withImports(bundle, each, found);
  return found;
}

/** `state/route.ts` tells the pages apart in the same way. */
function earlyScript(bundle: Bundle): string {
  const files = Object.values(bundle);
  const explore = files.find(
    (file) => file.type === 'chunk' && OPENS_WITH.test(file.facadeModuleId ?? ''),
  );
  const module = files.find(({ fileName }) => MODULE.test(fileName));
  if (!explore || !module)
    throw new Error('page-plugin: Explore or the module is not in the bundle');
  const scripts = [...withImports(bundle, explore.fileName)].map((name) => `./${name}`);
  return [
    'if(!/^#(bench|learn|play)(?![a-z])/.test(location.hash)){',
    `(moduleOnItsWay=fetch("./${module.fileName}")).catch(()=>{});`,
    `for(const href of ${JSON.stringify(scripts)})`,
    'document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))}',
  ].join('');
}

/** Only in the built page: the development server adds inline scripts and a web socket of its own. */
export function page(): Plugin {
  return {
    name: 'page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) throw new Error('page-plugin: runs in builds only');
        const script = earlyScript(bundle);
        // behind the character set, before any style sheet, for which it would wait
        const place = '</title>';
        if (!html.includes(place)) throw new Error(`page-plugin: no ${place} in the page`);
        const attrs = { 'http-equiv': 'Content-Security-Policy', content: policyWith(script) };
        return {
          html: html.replace(place, () => `${place}\n    <script>${script}</script>`),
          tags: [{ tag: 'meta', attrs, injectTo: 'head-prepend' }],
        };
      },
    },
  };
}
