import { Module } from '../entry-modules.js';

export const segments: Module = /* @__PURE__ */ new Module('sapwood/2d/mesh', [2]);
export const triangles: Module = /* @__PURE__ */ new Module('sapwood/3d/mesh', [3]);
