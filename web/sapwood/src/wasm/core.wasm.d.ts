/** What a bundler makes of the file: most often its address, for `init({ wasm })`. */
declare const address: string;
export default address;
