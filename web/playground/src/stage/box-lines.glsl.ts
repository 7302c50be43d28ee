/** Shaders of `BoxLines`. */

import { NO_TRAIT } from '../model/node-traits.js';

/** Palette size: one color per level. */
export const PALETTE_SIZE = 64;

export const vertexShader = /* glsl */ `
in vec3 edgeFrom;
in vec3 edgeTo;
in vec2 side;
in vec3 boxMin;
in vec3 boxMax;
in vec4 mark;

uniform vec2 viewport;
uniform float width;
uniform float halo;
uniform vec2 levelRange;
uniform vec2 fade;
uniform vec4 palette[${PALETTE_SIZE}];

#ifdef TRAITS
/**
 * Selects the color of a box: -1 for the color of its level, otherwise the index of a node trait.
 */
uniform int colorBy;
uniform vec3 ramp[${PALETTE_SIZE}];
uniform vec3 plain;
uniform float plainStrength;
uniform float minOpacity;
#endif

out float across;
out float along;
out vec4 color;

/**
 * Returns one endpoint (near) of a segment. An endpoint behind the eye is moved in front of the
 * eye.
 */
vec4 inFront(vec4 near, vec4 far) {
  const float closest = 1e-3;
  float reach = -closest * abs(far.z);
  return near.z > reach && far.z < reach
    ? mix(far, near, (reach - far.z) / (near.z - far.z))
    : near;
}

void main() {
  int level = min(int(mark.x), ${PALETTE_SIZE - 1});
  bool hidden = mark.x < levelRange.x || mark.x > levelRange.y;
  vec4 start = modelViewMatrix * vec4(mix(boxMin, boxMax, edgeFrom), 1.0);
  vec4 end = modelViewMatrix * vec4(mix(boxMin, boxMax, edgeTo), 1.0);
  bool behind = !isOrthographic && start.z >= 0.0 && end.z >= 0.0;
  if (hidden || behind) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  if (!isOrthographic) {
    vec4 first = inFront(start, end);
    end = inFront(end, start);
    start = first;
  }
  vec4 from = projectionMatrix * start;
  vec4 to = projectionMatrix * end;
  vec4 here = side.x < 0.5 ? from : to;
  vec2 path = (to.xy / to.w - from.xy / from.w) * viewport * 0.5;
  along = side.x * length(path);

  color = palette[level];
#ifdef TRAITS
  if (colorBy >= 0) {
    int place = int(mark[1 + colorBy]);
    bool has = place != ${NO_TRAIT};
    color.rgb = has ? ramp[min(place, ${PALETTE_SIZE - 1})] : plain;
    color.a = has ? max(color.a, minOpacity) : color.a * plainStrength;
  }
#endif
  float depth = side.x < 0.5 ? -start.z : -end.z;
  color.a *= mix(1.0, 0.3, smoothstep(fade.x, fade.y, depth));

#ifdef HAIRLINES
  across = 0.0;
#else
  // adds half a pixel for the antialiased edge
  float reach = max(width * 0.5, 0.5) + halo + 0.5;
  vec2 direction = length(path) > 1e-3 ? normalize(path) : vec2(1.0, 0.0);
  vec2 shift = vec2(-direction.y, direction.x) * side.y * reach;
#ifdef CORNERS
  // extend lines to close the gap at corners
  shift += direction * (side.x - 0.5) * width;
#endif
  here.xy += shift / viewport * 2.0 * here.w;
  across = side.y * reach;
#endif
  gl_Position = here;
}
`;

export const fragmentShader = /* glsl */ `
uniform float width;
uniform float halo;
uniform float glow;
uniform float dash;
uniform float strength;

in float across;
in float along;
in vec4 color;

layout(location = 0) out vec4 pixel;

void main() {
  if (dash > 0.0 && fract(along / (2.0 * dash)) > 0.5) discard;
  float offset = abs(across);
  float half_width = max(width * 0.5, 0.5);
  // lines thinner than a pixel are drawn one pixel wide and fainter
  float line = min(width, 1.0) * (1.0 - smoothstep(half_width - 0.5, half_width + 0.5, offset));
  float beyond = max(offset - half_width, 0.0) / max(halo, 1e-3);
  float light = halo > 0.0 ? 0.3 * exp(-4.0 * beyond * beyond) * step(beyond, 1.0) : 0.0;
  float opacity = max(line, light) * color.a * strength;
  pixel = vec4(color.rgb * opacity, opacity * (1.0 - glow));
}
`;
