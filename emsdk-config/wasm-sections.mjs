// A module of WebAssembly as its sections, for scripts that change one of them after the link.
const HEADER_BYTES = 8;
export const CUSTOM_SECTION = 0;
export const EXPORT_SECTION = 7;
export const CODE_SECTION = 10;

/** An unsigned number in LEB128. */
export function encode(number) {
  const bytes = [];
  for (let rest = number; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

/** Reads a module from `at` on. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  number() {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      number |= (byte & 127) << shift;
      if (byte < 128) return number >>> 0;
    }
  }
  take(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  sized() {
    return this.take(this.number());
  }
}

/** Bytes behind their number. */
export const sized = (...parts) => {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([encode(bytes.length), bytes]);
};

/** The module with what `change` makes of each section's content. */
export function rewritten(module, change) {
  const reader = new Reader(module, HEADER_BYTES);
  const sections = [module.subarray(0, HEADER_BYTES)];
  while (reader.at < module.length) {
    const id = reader.take(1);
    sections.push(id, sized(change(id[0], reader.sized())));
  }
  return Buffer.concat(sections);
}
