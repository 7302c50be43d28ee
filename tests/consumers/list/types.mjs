// TypeScript: declarations are checked too, with what a project sets most often.
const PROGRAM = { 'src/pairs.ts': 'pairs.ts' };

function check(way, options, fails) {
  const config = {
    compilerOptions: {
      target: 'ES2022',
      strict: true,
      skipLibCheck: false,
      // otherwise also the types of the folders above
      types: [],
      rootDir: 'src',
      outDir: 'dist',
      ...options,
    },
    include: ['src'],
  };
  const texts = { 'tsconfig.json': JSON.stringify(config) };
  return { way, programs: PROGRAM, texts, commands: [['tsc', '-p', '.']], fails };
}

const DOM = ['ES2022', 'DOM'];
const NODE16 = { module: 'node16', moduleResolution: 'node16' };
const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext' };
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };

const NO_GENERICS = {
  only: 'all',
  says: /Type '\w+Array' is not generic/,
  why: 'typed arrays take no parameter before TypeScript 5.7; set `skipLibCheck`',
};
const NO_DOM = {
  only: 'all',
  says: /Cannot find (name|namespace) '(BufferSource|WebAssembly)'/,
  why: '`BufferSource` and `WebAssembly` are declared in the DOM library; add it, or set `skipLibCheck`',
};

const waysOf = (fails, noDom) => [
  check('node16', { ...NODE16, lib: DOM }, fails),
  check('nodenext', { ...NODENEXT, lib: DOM }, fails),
  check('bundler', { ...BUNDLER, lib: DOM }, fails),
  check('bundler, no DOM', { ...BUNDLER, lib: ['ES2022'] }, noDom),
  check('bundler, no DOM, skipLibCheck', { ...BUNDLER, lib: ['ES2022'], skipLibCheck: true }),
];

const typescript = (name, version, title, fails = []) => ({
  name,
  title,
  tools: { typescript: version },
  ways: waysOf(fails, [...fails, NO_DOM]),
});

export const TYPES = [
  typescript('typescript-5.4', '5.4.5', 'TypeScript 5.4', [NO_GENERICS]),
  typescript('typescript-5.9', '5.9.3', 'TypeScript 5.9'),
  typescript('typescript-6', '6.0.3', 'TypeScript 6'),
  { ...typescript('typescript-7', '7.0.2', 'TypeScript 7'), quick: ['node16', 'bundler'] },
];
