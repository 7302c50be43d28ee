// Objects of other libraries as arguments. Their results are compared with those of plain numbers.
const fixture = 'fixtures/objects';

const objects = (library, file, skips = ['./2d']) => ({
  way: library,
  fixture,
  skips,
  commands: [['node', '--test', file]],
});

export const OBJECTS = [
  {
    name: 'objects',
    title: 'objects of other libraries',
    tools: {
      typescript: '5.9.3',
      '@types/three': '0.187.0',
      three: '0.187.0',
      'gl-matrix': '3.4.4',
      '@babylonjs/core': '9.34.0',
      playcanvas: '2.23.3',
    },
    ways: [
      objects('three', 'three.test.js'),
      objects('three in 2D', 'three-2d.test.js', ['./3d']),
      objects('gl-matrix', 'gl-matrix.test.js'),
      objects('Babylon.js', 'babylon.test.js'),
      objects('PlayCanvas', 'playcanvas.test.js'),
      { way: 'their types', fixture, commands: [['tsc', '-p', '.']] },
    ],
  },
];
