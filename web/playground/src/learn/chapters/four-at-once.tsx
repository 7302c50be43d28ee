/** Figure: the same query in a tree with two boxes per node, and in a tree with four. */

import { useState } from 'preact/hooks';
import { NodeKind } from 'sapwood/all';
import { BoxQueryFigure, BoxQueryLink, openedBy, useBoxQuery, useNodes } from '../box-query.js';
import { heightOf } from '../drawing.js';
import { Choice, Panel, Readings, useWorld } from '../kit.js';

const N = 1000;
const kinds = { 'static-tree': 'Two boxes per node', 'wide-tree': 'Four boxes per node' } as const;

export function FourAtOnce() {
  const [structure, setStructure] = useState<keyof typeof kinds>('wide-tree');
  const world = useWorld('uniform', N);
  const query = useBoxQuery({ world, structure }, [0.5, 0.5], 0.07);
  const nodes = useNodes(query.subject);
  const { entered } = openedBy(query);
  const branches = entered.filter((node) => nodes.kind[node] === NodeKind.Branch).length;
  return (
    <>
      <BoxQueryFigure
        query={query}
        label="The nodes of a tree that a query opens on its way down"
        nodes={nodes}
      />
      <Panel>
        <Choice label="The tree" of={kinds} value={structure} onChange={setStructure} />
        <Readings
          rows={[
            { id: 'branches', label: 'branches opened', value: branches, main: true },
            { id: 'height', label: 'steps to the deepest leaf', value: heightOf(nodes) },
            { id: 'tests', label: `of ${N} boxes tested`, value: query.result.tests },
          ]}
        />
        <BoxQueryLink query={query} />
      </Panel>
    </>
  );
}
