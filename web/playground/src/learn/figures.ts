/** The figures of the chapters, by the ids of `model/chapters.ts`. */

import type { ComponentType } from 'preact';
import { BoxesAroundBoxes } from './chapters/boxes-around-boxes.js';
import { Cells } from './chapters/cells.js';
import { EveryPair } from './chapters/every-pair.js';
import { FourAtOnce } from './chapters/four-at-once.js';
import { LooseCells } from './chapters/loose-cells.js';
import { NearestFirst } from './chapters/nearest-first.js';
import { OneAxis } from './chapters/one-axis.js';
import { Rays } from './chapters/rays.js';
import { Refitting } from './chapters/refitting.js';
import { SurfaceArea } from './chapters/surface-area.js';
import { WhenThingsMove } from './chapters/when-things-move.js';
import { WhereToCut } from './chapters/where-to-cut.js';
import { WhichOne } from './chapters/which-one.js';
import { WhichVolume } from './chapters/which-volume.js';

export const figures: Readonly<Record<string, ComponentType>> = {
  'boxes-around-boxes': BoxesAroundBoxes,
  cells: Cells,
  'every-pair': EveryPair,
  'four-at-once': FourAtOnce,
  'loose-cells': LooseCells,
  'nearest-first': NearestFirst,
  'one-axis': OneAxis,
  rays: Rays,
  refitting: Refitting,
  'surface-area': SurfaceArea,
  'when-things-move': WhenThingsMove,
  'where-to-cut': WhereToCut,
  'which-one': WhichOne,
  'which-volume': WhichVolume,
};
