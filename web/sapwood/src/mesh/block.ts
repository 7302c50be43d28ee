/**
 * Offsets in the block that holds the arguments and the result of a mesh query, in float64 numbers.
 * Mirrors `MeshBlock` in cpp/bindings. A vector has three numbers; in 2D, the third is unused.
 */

export const FIRST = 0;
export const SECOND = 3;
export const THIRD = 6;
export const RADIUS = 9;
export const LIMIT = 10;
export const MATRIX = 12;
export const OTHER_MATRIX = 28;
export const PLANES = 44;
export const PRIMITIVE = 172;
export const DISTANCE = 173;
export const NORMAL = 174;
export const POINT = 177;
export const WEIGHTS = 180;
export const INVALID_INDEX = 182;

export const MAX_PLANES = 32;

/** Numbers of the query shapes in the core. */
export const BOX = 0;
export const SPHERE = 1;
export const CAPSULE = 2;
export const SEGMENT = 3;
export const CONVEX = 4;

/**
 * Flags of a query: the mesh has a transform; any hit of a ray is sufficient; the other mesh has a
 * transform.
 */
export const POSED = 1;
export const ANY = 2;
export const OTHER_POSED = 4;

/** Numbers per hit of `sapwood_mesh_raycast_all`: distance, normal, weights, primitive. */
export const HIT_NUMBERS = 7;
