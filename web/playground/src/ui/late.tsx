/** Panels that load after the first image. Each appears where it belongs as soon as it is loaded. */

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';

/** Names of the panels in `panel/late-panels.tsx`. */
export type LatePanel =
  | 'BuildStepper'
  | 'BuildStrips'
  | 'CodeButton'
  | 'ColorKey'
  | 'ColorLegend'
  | 'Comparison'
  | 'CullNumbers'
  | 'Dialogs'
  | 'EditField'
  | 'EditStrip'
  | 'Examples'
  | 'FrameChart'
  | 'HeatField'
  | 'HeatLegend'
  | 'LevelStrip'
  | 'NodeCard'
  | 'OwnReading'
  | 'OwnWords'
  | 'ShapeNumbers'
  | 'ShowMe'
  | 'SteadyNodeCard'
  | 'StopStrip'
  | 'StructureLine'
  | 'TraceLog'
  | 'TraceStrip'
  | 'TreeView'
  | 'WhichButton'
  | 'WhichQuestion';

/** Null until the panels are loaded; `explore.ts` loads them. */
export const latePanels = signal<Readonly<Record<LatePanel, FunctionComponent>> | null>(null);

export function Late({ panel }: { panel: LatePanel }) {
  const Panel = latePanels.value?.[panel];
  return Panel ? <Panel /> : null;
}
