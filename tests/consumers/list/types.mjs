// TypeScript with common compiler options. The compiler also checks the declarations of the package.
const PROGRAM = { 'src/pairs.ts': 'pairs.ts' };

function check(way, options, programs = PROGRAM) {
  const config = {
    compilerOptions: {
      target: 'ES2022',
      strict: true,
      skipLibCheck: false,
      // keeps the compiler from including types of parent folders
      types: [],
      rootDir: 'src',
      outDir: 'dist',
      ...options,
    },
    include: ['src'],
  };
  const texts = { 'tsconfig.json': JSON.stringify(config) };
  return { way, programs, texts, commands: [['tsc', '-p', '.']] };
}

const DOM = ['ES2022', 'DOM'];
const NODE16 = { module: 'node16', moduleResolution: 'node16' };
const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext' };
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };

const typescript = (name, version, title) => ({
  name,
  title,
  tools: { typescript: version },
  ways: [
    check('node16', { ...NODE16, lib: DOM }),
    check('nodenext', { ...NODENEXT, lib: DOM }),
    check('bundler', { ...BUNDLER, lib: DOM }),
    check('bundler, no DOM', { ...BUNDLER, lib: ['ES2022'] }),
  ],
});

const RUNS = { lib: [...DOM], types: ['node'] };
const CTS = ['node', 'dist/main.cjs'];

/**
 * CommonJS: the result depends on whether the compiler option `module` allows `require` of ES
 * modules.
 */
const COMMONJS = {
  name: 'typescript-cts',
  title: 'TypeScript, .cts',
  tools: { node: '22.23.3', typescript: '5.9.3', '@types/node': '22.20.1' },
  ways: [
    {
      ...check('nodenext, require', { ...NODENEXT, ...RUNS }, { 'src/main.cts': 'require.cts' }),
      prints: CTS,
    },
    {
      ...check('node16, import()', { ...NODE16, ...RUNS }, { 'src/main.cts': 'import.cts' }),
      prints: CTS,
    },
    {
      ...check('node16, require', { ...NODE16, ...RUNS }, { 'src/main.cts': 'require.cts' }),
      fails: [
        {
          only: 'all',
          logPattern: /TS1471|TS1479/,
          why: "`module: 'node16'` rejects `require` of ES modules; use `nodenext` or `await import()`",
        },
      ],
    },
  ],
};

export const TYPES = [
  typescript('typescript-5.4', '5.4.5', 'TypeScript 5.4'),
  typescript('typescript-5.9', '5.9.3', 'TypeScript 5.9'),
  typescript('typescript-6', '6.0.3', 'TypeScript 6'),
  { ...typescript('typescript-7', '7.0.2', 'TypeScript 7'), quick: ['node16', 'bundler'] },
  COMMONJS,
];
