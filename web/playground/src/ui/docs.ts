/** Address of a page of the documentation, by its path in the folder `docs`. */
export function docsAddress(path: string): string {
  return `${import.meta.env.VITE_REPOSITORY}/blob/main/docs/${path}`;
}
