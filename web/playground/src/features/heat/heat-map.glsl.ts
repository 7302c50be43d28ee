/** Shaders of the heat map. */

export const RAMP_STEPS = 64;

export const sumVertex = /* glsl */ `
in vec3 corner;
in vec3 boxMin;
in vec3 boxMax;
in vec4 mark;

uniform vec2 levelRange;

#ifdef ROUND
out vec3 place;
flat out vec4 ball;
#endif

void main() {
  bool hidden = mark.x < levelRange.x || mark.x > levelRange.y;
  vec3 at = mix(boxMin, boxMax, corner);
#ifdef ROUND
  place = at;
  ball = vec4(0.5 * (boxMin + boxMax), 0.5 * (boxMax.x - boxMin.x));
#endif
  gl_Position = hidden ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * modelViewMatrix * vec4(at, 1.0);
}
`;

export const sumFragment = /* glsl */ `
#ifdef ROUND
in vec3 place;
flat in vec4 ball;

/** Whether the eye ray (in 2D, the point) intersects the ball. */
bool meets() {
  if (isOrthographic) return length(place.xy - ball.xy) <= ball.w;
  vec3 direction = normalize(place - cameraPosition);
  vec3 center = ball.xyz - cameraPosition;
  if (dot(center, direction) < 0.0 && length(center) > ball.w) return false;
  return length(cross(center, direction)) <= ball.w;
}
#endif

layout(location = 0) out vec4 pixel;

void main() {
#ifdef ROUND
  if (!meets()) discard;
#endif
  pixel = vec4(1.0, 0.0, 0.0, 1.0);
}
`;

export const mapVertex = /* glsl */ `
void main() {
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

export const mapFragment = /* glsl */ `
uniform sampler2D counts;
/** Canvas pixels per pixel of the count texture. */
uniform float density;
uniform float mark;
uniform vec3 ramp[${RAMP_STEPS}];
uniform vec3 over[2];

layout(location = 0) out vec4 pixel;

void main() {
  vec2 at = gl_FragCoord.xy / density;
  float count = texelFetch(counts, ivec2(at), 0).r;
  if (count < 0.5) discard;
  if (count > mark) {
    // stripes, so that the mark does not depend on color alone
    pixel = vec4(over[mod(at.x + at.y, 6.0) < 3.0 ? 0 : 1], 1.0);
    return;
  }
  float share = (count - 1.0) / max(mark - 1.0, 1.0);
  pixel = vec4(ramp[int(share * ${(RAMP_STEPS - 1).toFixed(1)} + 0.5)], 1.0);
}
`;
