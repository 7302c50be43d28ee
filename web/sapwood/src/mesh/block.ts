/**
 * Offsets in the block of a mesh call, in float64. Mirrors `MeshBlock` in cpp/bindings. Vectors
 * have three places; 2D does not use the third.
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

/** Shapes of queries by their number in the core. */
export const BOX = 0;
export const SPHERE = 1;
export const CAPSULE = 2;
export const SEGMENT = 3;
export const CONVEX = 4;

/** Flags of a call: the mesh has a pose, any hit of a ray suffices, the other mesh has a pose. */
export const POSED = 1;
export const ANY = 2;
export const OTHER_POSED = 4;

/** Numbers per hit of `sapwood_mesh_raycast_all`: distance, normal, weights, primitive. */
export const HIT_NUMBERS = 7;
