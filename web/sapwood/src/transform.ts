/**
 * Transform of a mesh: an affine matrix in column-major order. In 3D it is 4 × 4, such as `Matrix4`
 * of three.js or 16 numbers. In 2D it is 3 × 3, such as `Matrix3` or 9 numbers.
 */
export type TransformLike =
  | ArrayLike<number>
  | {
      /** Numbers of the matrix in column-major order. */
      readonly elements: ArrayLike<number>;
    };
