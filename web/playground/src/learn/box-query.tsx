/**
 * Common part of most figures: a structure built over the boxes of a figure, and a box query that
 * the user moves with a handle.
 */

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { NodeDump } from 'sapwood/all';
import type { View } from './drawing.js';
import { Figure, OpenLink, useSubject } from './kit.js';
import { Items, ItemsInRole, OpenedNodes, QueryMark } from './marks.js';
import type { Opened, QueryResult, Subject } from './subject.js';
import type { Box, Shown, Spot } from './world.js';

export interface BoxQuery {
  readonly shown: Shown;
  readonly subject: Subject;
  readonly spot: Spot;
  readonly half: number;
  readonly box: Box;
  readonly result: QueryResult;
  onMove(spot: Spot): void;
}

/**
 * `half` is half the side of the square query box, as a fraction of the longer side of the world.
 */
export function useBoxQuery(shown: Shown, start: Spot, half: number): BoxQuery {
  const [spot, onMove] = useState<Spot>(start);
  const subject = useSubject(shown.world, shown.structure, shown.options);
  const box = shown.world.square(spot, half);
  return { shown, subject, spot, half, box, result: subject.inBox(box), onMove };
}

export function useNodes(subject: Subject): NodeDump {
  return useMemo(() => subject.nodes(), [subject]);
}

export const openedBy = ({ box, subject }: BoxQuery): Opened =>
  subject.opened({ kind: 'box', box });

interface BoxQueryFigureProps {
  readonly query: BoxQuery;
  readonly label: string;
  /** If given, the figure marks the nodes that the query visits. */
  readonly nodes?: NodeDump;
  readonly below?: (view: View) => ComponentChildren;
  /** Content drawn over the items and under the hits. */
  readonly above?: (view: View) => ComponentChildren;
}

export function BoxQueryFigure({ above, query, below, label, nodes }: BoxQueryFigureProps) {
  const { result, box, onMove, shown, spot } = query;
  const { world } = shown;
  return (
    <Figure world={world} label={label} handle={{ label: 'The query', spot, onMove }} query={box}>
      {(view) => (
        <>
          {below?.(view)}
          <Items view={view} world={world} />
          {nodes && <OpenedNodes nodes={nodes} opened={openedBy(query)} view={view} />}
          {above?.(view)}
          <ItemsInRole kind="hit" ids={result.ids} view={view} world={world} />
          <QueryMark box={box} view={view} />
        </>
      )}
    </Figure>
  );
}

export function BoxQueryLink({ query: { half, shown, spot } }: { query: BoxQuery }) {
  return <OpenLink {...shown} question={{ spot, half }} />;
}
