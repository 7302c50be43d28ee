/**
 * Panels whose code loads after the first frame is drawn. A panel is rendered as soon as its code
 * is loaded.
 */

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';

/** Names of the panels in `panel/late-panels.tsx`. */
type LatePanel =
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
  | 'TreeView';

/** Null until loaded by `explore.ts`. */
export const latePanels = signal<Readonly<Record<LatePanel, FunctionComponent>> | null>(null);

interface LateProps {
  readonly panel: LatePanel;
  /** Text that is shown until the panel is loaded. */
  readonly meanwhile?: string;
}

export function Late({ panel, meanwhile }: LateProps) {
  const Panel = latePanels.value?.[panel];
  if (Panel) return <Panel />;
  return meanwhile === undefined ? null : <p class="hint">{meanwhile}</p>;
}
