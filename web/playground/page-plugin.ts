/**
 * Completes the built index.html: adds the content security policy, a script with early requests,
 * and inline styles for the first paint.
 *
 * Without the script, the browser would discover the files of a page one after the other. For
 * Explore and the landing page, the script requests the WebAssembly module first, and then all
 * scripts. The policy allows the inline script by its hash.
 */

import { createHash } from 'node:crypto';
import type { IndexHtmlTransformHook, Plugin, Rolldown } from 'vite';
import { poster } from './src/landing/poster.ts';
import { learnHead } from './src/learn/head.ts';

type Bundle = Rolldown.OutputBundle;

const EXPLORE = /\/src\/explore\/explore\.ts$/;
const LANDING = /\/src\/landing\/open-landing\.ts$/;
const TRACE = /wasm\/all\/trace\.wasm$/;
const GAME = /wasm\/2d\/core\.wasm$/;
const APP_STYLES = /styles\/page\.css$/;
const POSTER = '<!-- poster -->';
const LEARN_HEAD = '<!-- learn head -->';
const STYLES = /<link rel="stylesheet"[^>]*href="\.\/(assets\/[^"]+\.css)"[^>]*>/;

function policyWith(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self' data: blob:",
    "img-src 'self' data: blob:",
  ].join('; ');
}

function withImports(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const each of chunk.imports) withImports(bundle, each, found);
  return found;
}

function scriptsOf(bundle: Bundle, module: RegExp): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === 'chunk' && module.test(file.facadeModuleId ?? ''),
  );
  if (!chunk) throw new Error(`page-plugin: ${module} is not in the bundle`);
  return JSON.stringify([...withImports(bundle, chunk.fileName)].map((name) => `./${name}`));
}

function addressOf(bundle: Bundle, source: RegExp): string {
  const found = Object.values(bundle).find(
    (file) => file.type === 'asset' && file.originalFileNames.some((name) => source.test(name)),
  );
  if (!found) throw new Error(`page-plugin: ${source} is not in the bundle`);
  return `./${found.fileName}`;
}

/** Returns the inline script. It selects the page by the same rules as `state/route.ts`. */
function earlyScript(bundle: Bundle): string {
  const scripts = `{landing:${scriptsOf(bundle, LANDING)},explore:${scriptsOf(bundle, EXPLORE)}}`;
  const fetched = (file: RegExp) => `fetch("${addressOf(bundle, file)}")).catch(()=>{});`;
  return [
    '{const{hash,search}=location,{dataset}=document.documentElement,embed=/[?&]embed=1(&|$)/.test(search),',
    'page=/^#?$/.test(hash)&&!embed?"landing":(/^#(bench|learn|play|which)(?![a-z])/.exec(hash)||[,"explore"])[1],',
    'add=link=>document.head.append(Object.assign(document.createElement("link"),link));',
    'dataset.page=page;if(embed)dataset.embed="";',
    `if(page=="explore")(moduleResponse=${fetched(TRACE)}`,
    `if(page=="landing")(figureResponse=${fetched(GAME)}`,
    `for(const href of ${scripts}[page]||[])add({rel:"modulepreload",href});`,
    `if(page!="landing")add({rel:"preload",as:"style",crossOrigin:"",href:"${addressOf(bundle, APP_STYLES)}"})}`,
  ].join('');
}

function withStyles(html: string, bundle: Bundle): string {
  const [link, name] = STYLES.exec(html) ?? [];
  const file = name === undefined ? undefined : bundle[name];
  if (link === undefined || file?.type !== 'asset') {
    throw new Error('page-plugin: no styles of the first paint in the page');
  }
  delete bundle[file.fileName];
  return html.replace(link, () => `<style>${file.source}</style>`);
}

/**
 * Transforms index.html in builds only. In development, the policy would block the inline scripts
 * and the web socket of the development server.
 */
const transformBuilt: IndexHtmlTransformHook = (html, { bundle }) => {
  if (!bundle) throw new Error('page-plugin: runs in builds only');
  const script = earlyScript(bundle);
  // inserts the script after the charset declaration and before all style sheets, because scripts
  // wait for preceding style sheets
  const place = '</title>';
  if (!html.includes(place)) throw new Error(`page-plugin: no ${place} in the page`);
  const attrs = { 'http-equiv': 'Content-Security-Policy', content: policyWith(script) };
  return {
    html: withStyles(html, bundle).replace(place, () => `${place}\n    <script>${script}</script>`),
    tags: [{ tag: 'meta', attrs, injectTo: 'head-prepend' }],
  };
};

export function page(): Plugin[] {
  return [
    {
      name: 'page',
      apply: 'build',
      transformIndexHtml: { order: 'post', handler: transformBuilt },
    },
    {
      name: 'prerendered',
      transformIndexHtml: {
        order: 'pre',
        handler: (html) => html.replace(POSTER, poster()).replace(LEARN_HEAD, learnHead()),
      },
    },
  ];
}
