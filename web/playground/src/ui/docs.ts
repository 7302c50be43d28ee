/** Documentation in the repository. */

export function docsAddress(path: string): string {
  return `${import.meta.env.VITE_REPOSITORY}/blob/main/docs/${path}`;
}

interface DocsPage {
  readonly path: string;
  readonly title: string;
  /** Search terms. */
  readonly words: string;
}

/** Documentation pages that the search includes. */
export const docsPages: readonly DocsPage[] = [
  { path: 'README.md', title: 'Documentation', words: 'docs guide manual help' },
  { path: 'getting-started.md', title: 'Getting started', words: 'docs install npm first index' },
  { path: 'choosing.md', title: 'Choosing a structure', words: 'docs which best recommend' },
  { path: 'three.md', title: 'three.js', words: 'docs threejs culling picking instanced meshes' },
  { path: 'react.md', title: 'React Three Fiber', words: 'docs r3f three.js events' },
  { path: 'world.md', title: 'World of bodies', words: 'docs layers filters sleep events' },
  { path: 'meshes.md', title: 'Meshes', words: 'docs triangles segments raycast' },
  { path: 'migrating.md', title: 'Migrating', words: 'docs rbush flatbush three-mesh-bvh' },
  { path: 'api.md', title: 'API reference', words: 'docs classes functions types' },
  { path: 'glossary.md', title: 'Glossary', words: 'docs terms' },
];
