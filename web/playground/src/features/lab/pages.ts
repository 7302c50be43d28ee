/** The other end of the laboratory: one file to load. */

import './lab.css';
import type { FunctionComponent } from 'preact';
import type { Lab } from '../../state/settings.js';
import { MergePage } from './merge-page.js';
import { ShadingPage } from './shading-page.js';
import { VolumesPage } from './volumes-page.js';

export const pages: Readonly<Partial<Record<Lab, FunctionComponent>>> = {
  volumes: VolumesPage,
  shading: ShadingPage,
  merge: MergePage,
};
