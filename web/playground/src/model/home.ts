/** A little room around the boxes, so that the walls of the home bounds do not hide them. */
const MARGIN = 0.02;

/** The bounds of a scene at home, from those of its boxes: [min..., max...]. */
export function homeAround(extent: Float32Array): Float32Array {
  const dimensions = extent.length / 2;
  const home = extent.slice();
  for (let d = 0; d < dimensions; d++) {
    const margin = MARGIN * (extent[dimensions + d] - extent[d]);
    home[d] -= margin;
    home[dimensions + d] += margin;
  }
  return home;
}
