/** Memory for the arguments of one call, so that frequent calls do not allocate. */
export class MeshArguments {
  readonly first: Float64Array = new Float64Array(3);
  readonly second: Float64Array = new Float64Array(3);
  readonly third: Float64Array = new Float64Array(3);
  readonly corners: Float64Array = new Float64Array(6);
  readonly matrix: Float64Array = new Float64Array(16);
  readonly otherMatrix: Float64Array = new Float64Array(16);
  /** Name of the argument that is stored in `otherMatrix`, for error messages. */
  otherName = '';
  planes: Float64Array = new Float64Array(0);
  /** Radius, then maximum distance. */
  readonly lengths: Float64Array = new Float64Array(2);
  flags = 0;
  side = 2;
  #nested: MeshArguments | undefined;

  /** Registers for calls made while an argument is read. */
  get nested(): MeshArguments {
    this.#nested ??= new MeshArguments();
    return this.#nested;
  }
}
