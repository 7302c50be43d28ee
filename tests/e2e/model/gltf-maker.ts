/** Creates small glTF files: JSON with one buffer that contains the values of all accessors. */

const arrays = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
} as const;

type ComponentType = keyof typeof arrays;
type Json = Readonly<Record<string, unknown>>;

export class GltfMaker {
  private readonly bytes: number[] = [];
  private readonly views: Json[] = [];
  private readonly accessors: Json[] = [];

  /**
   * Adds a buffer view and returns its index. If attributes are interleaved, `byteStride` is the
   * distance between elements.
   */
  view(values: readonly number[], componentType: ComponentType, byteStride?: number): number {
    while (this.bytes.length % 4 !== 0) this.bytes.push(0);
    const data = new Uint8Array(new arrays[componentType](values).buffer);
    const byteLength = data.length;
    this.views.push({ buffer: 0, byteOffset: this.bytes.length, byteLength, byteStride });
    this.bytes.push(...data);
    return this.views.length - 1;
  }

  accessor(
    values: readonly number[],
    type: 'SCALAR' | 'VEC3' | 'VEC4',
    componentType: ComponentType = 5126,
    more: Json = {},
  ): number {
    const parts = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    const bufferView = this.view(values, componentType);
    const count = values.length / parts;
    this.accessors.push({ bufferView, componentType, count, type, ...more });
    return this.accessors.length - 1;
  }

  addAccessor(accessor: Json): number {
    return this.accessors.push(accessor) - 1;
  }

  private root(more: Json, buffer: Json): string {
    return JSON.stringify({
      asset: { version: '2.0' },
      accessors: this.accessors,
      bufferViews: this.views,
      buffers: [{ byteLength: this.bytes.length, ...buffer }],
      ...more,
    });
  }

  gltf(more: Json): File {
    const data = Buffer.from(this.bytes).toString('base64');
    const uri = `data:application/octet-stream;base64,${data}`;
    return new File([this.root(more, { uri })], 'mesh.gltf');
  }

  glb(more: Json): File {
    const text = Buffer.from(this.root(more, {}));
    const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
    const binary = Buffer.concat([
      Buffer.from(this.bytes),
      Buffer.alloc((4 - (this.bytes.length % 4)) % 4),
    ]);
    const words = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
    return new File(
      [
        words(0x46546c67, 2, 28 + json.length + binary.length),
        words(json.length, 0x4e4f534a),
        json,
        words(binary.length, 0x004e4942),
        binary,
      ],
      'mesh.glb',
    );
  }
}
