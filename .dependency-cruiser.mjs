// Layers of the TypeScript code, for dependency-cruiser. scripts/layers.json has the rules for C++.
// A module is a path from the root. A package that is not installed, or not built, keeps the name of the import.

const PLAYGROUND = '^web/playground/src/';
const SCENES = '(^|node_modules/)scenes(/src/index\\.ts)?$';
const PILE = '(^|node_modules/)scenes/(src/)?pile';
const PEERS = '(^|node_modules/)peers(/src/index\\.ts)?$';
const THREE = '(^|node_modules/)(@types/)?three(/|$)';
const REACT = '(^|node_modules/)(@types/)?(react(/|$)|@react-three/)';
const MEASURING = '(^|node_modules/)measuring(/src/index\\.ts)?$';
const SAPWOOD = '(^|node_modules/)sapwood/';
const SAPWOOD_GAME = `${SAPWOOD}([23]d(/mesh)?$|dist/generated/[23]d(/mesh)?\\.)`;
const SAPWOOD_2D = `${SAPWOOD}(2d/|dist/(generated/2d/|wasm/2d/))`;
const SAPWOOD_ALL = `${SAPWOOD}(all(/|$)|dist/(entries/all\\.|wasm/all/))`;

/** Files at `path` may import nothing that matches `to`, except what matches `allow`. */
const rule = (name, comment, path, to, allow = []) => ({
  name,
  comment,
  severity: 'error',
  from: Array.isArray(path) ? { path: path[0], pathNot: path[1] } : { path },
  to: { path: to, ...(allow.length > 0 && { pathNot: allow }) },
});

/** Folders of the playground, each with the folders that its files may import. */
const playground = [
  ['state', 'state'],
  ['model', 'model|state'],
  ['stage', 'stage|model|state'],
  ['ui', 'ui|state'],
  ['session', 'session|stage|model|state'],
].map(([folder, allowed]) =>
  rule(
    `playground-${folder}`,
    `${folder} imports these folders only: ${allowed.replaceAll('|', ', ')}`,
    `${PLAYGROUND}${folder}/`,
    PLAYGROUND,
    [`${PLAYGROUND}(${allowed})/`],
  ),
);

export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'No file imports itself through other files, not even for types.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    rule(
      'structure-class',
      'The class of a structure imports no other structure.',
      '^web/sapwood/src/structures/',
      '',
      ['^web/sapwood/src/(spatial-index|raw|errors)\\.ts$'],
    ),
    rule(
      'modules-in-entries',
      'Only entry points import WebAssembly modules.',
      ['^web/sapwood/src/', '^web/sapwood/src/(entries|generated)/'],
      '(^|/)(core\\.(mjs|wasm)|bytes(\\.[jt]s)?)$',
    ),
    rule(
      'package-alone',
      'The package imports nothing outside its folder.',
      '^web/sapwood/src/',
      '',
      // the build writes modules beside the sources; optional peers have rules of their own
      ['^web/sapwood/src/', '^\\.', THREE, REACT],
    ),
    rule(
      'package-three',
      'Only sapwood/three and sapwood/react import three.js.',
      ['^web/sapwood/src/', '^web/sapwood/src/(three|react)/'],
      THREE,
    ),
    rule(
      'package-three-alone',
      'Only the entry point and sapwood/react import the folder of sapwood/three.',
      ['^web/sapwood/src/', '^web/sapwood/src/((three|react)/|entries/three\\.ts$)'],
      '^web/sapwood/src/three/',
    ),
    rule(
      'package-react',
      'Only sapwood/react imports React.',
      ['^web/sapwood/src/', '^web/sapwood/src/react/'],
      REACT,
    ),
    rule(
      'package-react-alone',
      'Only the entry point imports the folder of sapwood/react.',
      ['^web/sapwood/src/', '^web/sapwood/src/(react/|entries/react\\.ts$)'],
      '^web/sapwood/src/react/',
    ),
    rule(
      'scenes-are-data',
      'Scenes import no index and no renderer.',
      ['^web/scenes/src/', '/(pile|teapot)\\.ts$'],
      '',
      ['^web/scenes/', '^tests/scenes/'],
    ),
    rule('scenes-pile', 'The pile imports one library.', '^web/scenes/src/pile\\.ts$', '', [
      '^web/scenes/',
      '@dimforge/rapier3d-compat',
    ]),
    rule('scenes-teapot', 'The teapot imports one library.', '^web/scenes/src/teapot\\.ts$', '', [
      '^web/scenes/',
      '(^|node_modules/)three(/|$)',
    ]),
    rule('published-alone', 'The published forms stand alone.', '^web/published/src/', '', [
      '^web/published/',
    ]),
    rule(
      'peers',
      'Only the adapter of a library imports the library.',
      ['^web/peers/src/', '^web/peers/src/adapters/'],
      '',
      ['^web/peers/', SAPWOOD_ALL],
    ),
    rule(
      'adapters',
      'An adapter imports neither another adapter nor this package.',
      '^web/peers/src/adapters/([^/.]+)',
      `^web/|${SAPWOOD}|${SCENES}`,
      ['^web/peers/src/(?!adapters/)', '^web/peers/src/adapters/$1[./]'],
    ),
    rule(
      'measuring',
      'Measuring runs in Node.js and in pages. It imports workspaces by name.',
      '^web/measuring/src/',
      '',
      ['^web/measuring/', PEERS, SAPWOOD_ALL, SCENES, PILE],
    ),
    rule(
      'playground-by-name',
      'The playground imports workspaces by name, and the package as sapwood/all.',
      `${PLAYGROUND}(?!(play|landing)/)`,
      `^(web|tests|cpp)/|${SAPWOOD}`,
      ['^web/playground/', SAPWOOD_ALL],
    ),
    rule(
      'playground-games-by-name',
      'The games import the entry points that a game imports.',
      `${PLAYGROUND}play/`,
      `^(web|tests|cpp)/|${SAPWOOD}`,
      ['^web/playground/', SAPWOOD_GAME],
    ),
    rule(
      'playground-landing-by-name',
      'The landing page imports small entry points in 2D and no other page.',
      `${PLAYGROUND}landing/`,
      `^(web|tests|cpp)/|${SAPWOOD}`,
      [`${PLAYGROUND}(landing|state|page-frame)`, SAPWOOD_2D],
    ),
    ...playground,
    rule(
      'playground-model-draws-nothing',
      'The model imports no renderer and no components.',
      `${PLAYGROUND}model/`,
      '(^|node_modules/)(three|preact)(/|$)',
      ['three/examples/jsm/(loaders|geometries)/'],
    ),
    rule(
      'playground-stage-without-panels',
      'The stage contains no components.',
      `${PLAYGROUND}stage/`,
      '(^|node_modules/)preact(/|$)',
    ),
    rule(
      'playground-measurements',
      'The code that measures for Bench and for races imports no page.',
      `${PLAYGROUND}bench/[^/]*$`,
      PLAYGROUND,
      [`${PLAYGROUND}(bench/[^/]*$|(model|state|ui)/)`],
    ),
    rule(
      'playground-feature',
      'A feature imports no other feature and no page.',
      [`${PLAYGROUND}features/([^/]+)/`, `${PLAYGROUND}features/break/`],
      `${PLAYGROUND}(features|panel|explore|learn|bench/(page|games|charts))/`,
      [`${PLAYGROUND}features/$1/`],
    ),
    rule(
      'playground-break',
      'Break it extends the editing tools.',
      `${PLAYGROUND}features/break/`,
      `${PLAYGROUND}(features|panel|explore|learn|bench/(page|games|charts))/`,
      [`${PLAYGROUND}features/(break|edit)/`],
    ),
    rule(
      'playground-panel',
      'Panels import no page.',
      `${PLAYGROUND}panel/`,
      `${PLAYGROUND}(explore|learn|bench)/`,
    ),
    rule(
      'playground-pages',
      'Learn and Bench import nothing of Explore except the advice.',
      `${PLAYGROUND}(bench|learn)/`,
      `${PLAYGROUND}(explore|features|panel|session)/`,
      [`${PLAYGROUND}features/which/`],
    ),
    rule(
      'playground-measures-in-bench',
      'Only the Bench page loads the code that measures.',
      [PLAYGROUND, `${PLAYGROUND}bench/`],
      `${MEASURING}|${PEERS}`,
    ),
    rule(
      'tests-by-name',
      'Tests import the package by name.',
      ['^tests/web/', '^tests/web/parity/'],
      '^web/(sapwood|playground)/',
      ['^web/sapwood/package\\.json$'],
    ),
    rule(
      'parity',
      'Parity tests import the raw interface, and nothing else inside the package.',
      '^tests/web/parity/',
      '^web/(sapwood|playground)/',
      ['^web/sapwood/(src|dist)/(inlined|raw|glue/emscripten)\\.', '^web/sapwood/package\\.json$'],
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    preserveSymlinks: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['^web/[^/]+/dist/(?!inlined)', '^tests/consumers/', '^tests/[^/]+/output/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
