// Reads and writes the sections of a WebAssembly module, for scripts that change a linked module.
const HEADER_BYTES = 8;
export const CUSTOM_SECTION = 0;
export const EXPORT_SECTION = 7;
export const CODE_SECTION = 10;

/** Encodes an unsigned number in LEB128. */
export function encode(number) {
  const bytes = [];
  for (let rest = number; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

/** Reads LEB128 numbers and bytes from a buffer, starting at offset `at`. */
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
  read(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  lengthPrefixed() {
    return this.read(this.number());
  }
}

/** Returns the concatenated parts, preceded by their total length. */
export const withLength = (...parts) => {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([encode(bytes.length), bytes]);
};

export function mapSections(module, change) {
  const reader = new Reader(module, HEADER_BYTES);
  const sections = [module.subarray(0, HEADER_BYTES)];
  while (reader.at < module.length) {
    const id = reader.read(1);
    sections.push(id, withLength(change(id[0], reader.lengthPrefixed())));
  }
  return Buffer.concat(sections);
}
