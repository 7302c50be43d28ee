/** Numbers of the kinds of volumes in the core. They must match `VolumeKind` in cpp/bindings. */

export const CONVEX = 0;
export const SEGMENT = 1;
export const CAPSULE = 2;
export const BOX_CAST = 3;
export const SPHERE_CAST = 4;
export const RAY = 5;
export const BALL = 6;
export const CAPSULE_CAST = 7;
/** Flag to add to a kind: the core calls the visitor for each item. */
export const VISITED = 8;
/** Flag to add to a kind: the core stores contacts. */
export const CONTACTS = 16;
