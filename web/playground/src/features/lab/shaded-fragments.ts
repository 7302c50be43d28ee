/**
 * How many fragments a renderer shades, counted by the renderer: boxes are drawn one after the other in a given order,
 * with a depth test, and every fragment that passes it adds one to its pixel. What a nearer box has covered before is
 * not shaded. Where the driver has a timer, a costly shader is timed too.
 */

import type { Frustum } from '../../model/frustum.js';

export const PICTURE_WIDTH = 320;
export const PICTURE_HEIGHT = 200;

/** Its own loop stands for a material that costs something. */
const fragment = (costly: boolean) => `#version 300 es
precision highp float;
in float shade;
out vec4 pixel;
void main() {
  float light = 0.0;
  ${costly ? 'for (int i = 1; i <= 200; i++) light += sin(shade * float(i)) / float(i);' : ''}
  pixel = vec4(1.0, 0.0, light * 1e-9, 1.0);
}`;

const vertex = `#version 300 es
in vec3 corner;
in vec3 boxMin;
in vec3 boxMax;
uniform vec3 eye, right, up, forward;
uniform vec2 slope;
uniform vec2 range;
out float shade;
void main() {
  vec3 at = mix(boxMin, boxMax, corner) - eye;
  float depth = dot(at, forward);
  float z = (depth * (range.y + range.x) - 2.0 * range.y * range.x) / (range.y - range.x);
  gl_Position = vec4(dot(at, right) / slope.x, dot(at, up) / slope.y, z, depth);
  shade = depth;
}`;

/** Two triangles a side. */
const cube = (() => {
  const corners: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [0, 1]) {
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
        [1, 1],
        [0, 1],
      ]) {
        const point = [0, 0, 0];
        point[axis] = side;
        point[(axis + 1) % 3] = u;
        point[(axis + 2) % 3] = v;
        corners.push(...point);
      }
    }
  }
  return Float32Array.from(corners);
})();

function program(gl: WebGL2RenderingContext, costly: boolean): WebGLProgram {
  const made = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment(costly)],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) throw new Error('the graphics context was lost');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  ['corner', 'boxMin', 'boxMax'].forEach((name, at) => {
    gl.bindAttribLocation(made, at, name);
  });
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(made) ?? 'the graphics driver rejected the shader');
  }
  return made;
}

type Vector = readonly [number, number, number];

const between = (corners: Float32Array, from: number, to: number): Vector => [
  corners[3 * to] - corners[3 * from],
  corners[3 * to + 1] - corners[3 * from + 1],
  corners[3 * to + 2] - corners[3 * from + 2],
];

/** Direction and length. */
function unit(vector: Vector): [Vector, number] {
  const length = Math.hypot(...vector) || 1;
  return [[vector[0] / length, vector[1] / length, vector[2] / length], length];
}

export interface Shaded {
  /** Of each pixel, how often it was shaded. */
  readonly counts: Uint16Array;
  readonly fragments: number;
  /** Pixels in which anything was drawn. */
  readonly covered: number;
}

export class FragmentCounter {
  private readonly gl: WebGL2RenderingContext;
  private readonly plain: WebGLProgram;
  private readonly costly: WebGLProgram;
  private readonly instances: WebGLBuffer;
  private readonly timer: { readonly TIME_ELAPSED_EXT: number; readonly GPU_DISJOINT_EXT: number };

  constructor(
    /** 6 numbers each. */
    private readonly boxes: Float32Array,
    private readonly frustum: Frustum,
  ) {
    const canvas = document.createElement('canvas');
    const gl = canvas.getContext('webgl2', { antialias: false });
    if (!gl?.getExtension('EXT_color_buffer_float')) {
      throw new Error('This graphics driver cannot blend floating-point colors.');
    }
    this.gl = gl;
    this.timer = gl.getExtension('EXT_disjoint_timer_query_webgl2');
    this.plain = program(gl, false);
    this.costly = program(gl, true);
    this.setUpTarget();
    this.instances = this.setUpBuffers();
  }

  /** Draws boxes in the order of their ids here. */
  shade(ids: Uint32Array): Shaded {
    const { gl } = this;
    this.draw(this.plain, ids);
    const pixels = new Float32Array(4 * PICTURE_WIDTH * PICTURE_HEIGHT);
    gl.readPixels(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT, gl.RGBA, gl.FLOAT, pixels);
    const counts = new Uint16Array(PICTURE_WIDTH * PICTURE_HEIGHT);
    let fragments = 0;
    let covered = 0;
    for (let i = 0; i < counts.length; i++) {
      counts[i] = pixels[4 * i];
      fragments += counts[i];
      if (counts[i] > 0) covered++;
    }
    return { counts, fragments, covered };
  }

  /** Milliseconds of the graphics processor with a costly shader; NaN where it has no timer or was interrupted. */
  async time(ids: Uint32Array): Promise<number> {
    const { gl, timer } = this;
    const query = timer && gl.createQuery();
    if (!query) return Number.NaN;
    gl.beginQuery(timer.TIME_ELAPSED_EXT, query);
    this.draw(this.costly, ids);
    gl.endQuery(timer.TIME_ELAPSED_EXT);
    while (!gl.getQueryParameter(query, gl.QUERY_RESULT_AVAILABLE)) {
      if (gl.isContextLost()) return Number.NaN;
      await new Promise(requestAnimationFrame);
    }
    const disjoint = gl.getParameter(timer.GPU_DISJOINT_EXT) as boolean;
    const nanoseconds = gl.getQueryParameter(query, gl.QUERY_RESULT) as number;
    gl.deleteQuery(query);
    return disjoint ? Number.NaN : nanoseconds / 1e6;
  }

  dispose(): void {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }

  private setUpTarget(): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    for (const [format, place] of [
      [gl.RGBA16F, gl.COLOR_ATTACHMENT0],
      [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT],
    ]) {
      const buffer = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, PICTURE_WIDTH, PICTURE_HEIGHT);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer);
    }
    gl.viewport(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE);
  }

  private setUpBuffers(): WebGLBuffer {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, cube, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    const instances = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, instances);
    for (const at of [1, 2]) {
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, 3, gl.FLOAT, false, 24, 12 * (at - 1));
      gl.vertexAttribDivisor(at, 1);
    }
    return instances;
  }

  private draw(shader: WebGLProgram, ids: Uint32Array): void {
    const { boxes, gl } = this;
    const ordered = new Float32Array(6 * ids.length);
    ids.forEach((id, place) => {
      ordered.set(boxes.subarray(6 * id, 6 * id + 6), 6 * place);
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    gl.bufferData(gl.ARRAY_BUFFER, ordered, gl.STREAM_DRAW);
    gl.useProgram(shader);
    this.aim(shader);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, cube.length / 3, ids.length);
  }

  private aim(shader: WebGLProgram): void {
    const { corners, eye } = this.frustum;
    const { gl } = this;
    const [right, width] = unit(between(corners, 4, 5));
    const [up, height] = unit(between(corners, 4, 6));
    const middle = [0, 1, 2].map(
      (axis) => (corners[12 + axis] + corners[21 + axis]) / 2 - eye[axis],
    );
    const [forward, far] = unit(middle as unknown as Vector);
    const near = between(corners, 0, 1);
    const put = (name: string, value: Iterable<number>) => {
      const place = gl.getUniformLocation(shader, name);
      const list = [...value];
      if (list.length === 2) gl.uniform2fv(place, list);
      else gl.uniform3fv(place, list);
    };
    put('eye', eye);
    put('right', right);
    put('up', up);
    put('forward', forward);
    put('slope', [width / 2 / far, height / 2 / far]);
    put('range', [(far * Math.hypot(...near)) / width, far]);
  }
}
