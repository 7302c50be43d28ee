/** Transforms of meshes. */

/**
 * Pose of a mesh in the world: an affine matrix in column-major order. In 3D it is 4 × 4, such as
 * `Matrix4` of three.js or its 16 elements. In 2D it is 3 × 3, such as `Matrix3` or its 9 elements.
 */
export type TransformLike =
  | ArrayLike<number>
  | {
      /** Numbers of the matrix in column-major order. */
      readonly elements: ArrayLike<number>;
    };
