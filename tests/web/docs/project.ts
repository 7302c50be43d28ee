/** Project whose files are the code blocks of the documentation. */

import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transformWithOxc } from 'vite';
import { packageFolder } from '../package/package-folder.js';
import type { Block } from './blocks.js';

const execute = promisify(execFile);
const PRELUDES = fileURLToPath(new URL('preludes', import.meta.url));
const modules = createRequire(import.meta.url);
const COMPILER = join(dirname(modules.resolve('typescript-7/package.json')), 'bin/tsc');
/** Folder of installed packages that blocks import, in addition to the package under test. */
const INSTALLED = join(dirname(COMPILER), '../..');
const PACKAGES = [
  ...[
    '@dimforge',
    '@react-three',
    '@types',
    '@vue',
    'bvh.js',
    'flatbush',
    'flatqueue',
    'planck',
    'rbush',
    'react',
  ],
  ...['react-dom', 'svelte', 'three', 'three-mesh-bvh', 'vite', 'vue'],
];

/** Compiler options that the templates `vanilla-ts` and `react-ts` of Vite share. */
const TEMPLATE = {
  target: 'es2023',
  module: 'esnext',
  lib: ['ES2023', 'DOM'],
  types: ['vite/client'],
  allowArbitraryExtensions: true,
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
  strict: true,
  jsx: 'react-jsx',
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  noFallthroughCasesInSwitch: true,
};

const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(const|let|function|class|type|interface) (\w+)/gm;

const mentions = (code: string, name: string) => new RegExp(`\\b${name}\\b`).test(code);
const declares = (code: string, name: string) =>
  new RegExp(`\\b(const|let|function|class) ${name}\\b|^import \\{[^}]*\\b${name}\\b`, 'm').test(
    code,
  );

/** Returns imports of the prelude names that the block uses but does not declare. */
function importsOf({ code, preludes, after }: Block): string[] {
  return preludes.flatMap((name) => {
    const text = readFileSync(join(PRELUDES, `${name}.ts`), 'utf8');
    const exported = [...text.matchAll(EXPORTED)].map(([, kind, name]) => ({ kind, name }));
    const named = [...text.matchAll(/^export \{([^}]+)\}/gm)].flatMap(([, list]) =>
      list.split(',').map((one) => ({ kind: 'const', name: one.trim() })),
    );
    const used = [...exported, ...named].filter(
      ({ name }) => mentions(code + after, name) && !declares(code, name),
    );
    if (used.length === 0) return [];
    const list = used.map(({ kind, name }) =>
      kind === 'type' || kind === 'interface' ? `type ${name}` : name,
    );
    return [`import { ${list.join(', ')} } from './preludes/${name}.ts';`];
  });
}

export function sourceOf(block: Block): string {
  return [...importsOf(block), block.code, block.after].filter((part) => part !== '').join('\n');
}

export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'sapwood-docs-'));
  private readonly translated = new Map<string, Promise<void>>();

  constructor() {
    mkdirSync(join(this.folder, 'node_modules'));
    symlinkSync(packageFolder, join(this.folder, 'node_modules/sapwood'), 'dir');
    for (const name of PACKAGES) {
      symlinkSync(join(INSTALLED, name), join(this.folder, 'node_modules', name), 'dir');
    }
    this.write('package.json', '{"type":"module"}');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /**
   * Compiles the blocks with the options of Vite's templates. Returns the messages of the compiler.
   */
  compile(blocks: readonly Block[]): string {
    for (const block of blocks) {
      this.write(`${nameOf(block)}.${block.language.replace('j', 't')}`, sourceOf(block));
      for (const name of block.preludes) this.copyPrelude(name);
    }
    const options = { compilerOptions: TEMPLATE, include: ['*.ts', '*.tsx'] };
    this.write('tsconfig.json', JSON.stringify(options));
    return spawnSync(process.execPath, [COMPILER, '-p', this.folder], {
      cwd: this.folder,
      encoding: 'utf8',
    }).stdout;
  }

  async run(block: Block): Promise<string> {
    const file = `run/${nameOf(block)}.js`;
    this.write(file, withBuiltModules(await javaScriptOf(sourceOf(block), 'ts')));
    await Promise.all(block.preludes.map((name) => this.translatePrelude(name)));
    try {
      const { stdout } = await execute(process.execPath, [file], { cwd: this.folder });
      return stdout;
    } catch (cause) {
      throw new Error(`${block.page}:${block.line}\n${(cause as { stderr?: string }).stderr}`);
    }
  }

  /**
   * Writes a prelude as JavaScript. It is written only once, because concurrent blocks read the
   * file.
   */
  private translatePrelude(name: string): Promise<void> {
    const translated = this.translated.get(name) ?? this.writeTranslated(name);
    this.translated.set(name, translated);
    return translated;
  }

  private async writeTranslated(name: string): Promise<void> {
    const text = readFileSync(join(PRELUDES, `${name}.ts`), 'utf8');
    this.write(`run/preludes/${name}.ts.js`, await javaScriptOf(text, 'ts'));
  }

  private copyPrelude(name: string): void {
    this.write(`preludes/${name}.ts`, readFileSync(join(PRELUDES, `${name}.ts`), 'utf8'));
  }
}

/** Returns a name such as `docs-structures-static-tree-76`. */
export function nameOf({ line, page }: Block): string {
  return `${page.replace(/\.md$/, '').replaceAll('/', '-')}-${line}`;
}

/**
 * Replaces an import from an entry point with a single structure by `sapwood/all` if the module of
 * the entry point is not built. A test run builds only some of these modules.
 */
function withBuiltModules(code: string): string {
  return code.replaceAll(/(["'])sapwood\/([23]d)\/([\w-]+)\1/g, (specifier, quote, d, id) => {
    const module = join(packageFolder, `dist/wasm/${d}-${id}`);
    const isMissing = existsSync(module) && !existsSync(join(module, 'bytes.js'));
    return isMissing ? `${quote}sapwood/all${quote}` : specifier;
  });
}

async function javaScriptOf(text: string, lang: 'ts' | 'tsx'): Promise<string> {
  const { code } = await transformWithOxc(text, `block.${lang}`, { sourcemap: false });
  return code.replaceAll(/(from\s+["']\.\/preludes\/\w[\w-]*\.ts)(["'])/g, '$1.js$2');
}
