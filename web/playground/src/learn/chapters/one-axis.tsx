/**
 * Figure: boxes sorted along one axis, and a scene for which sorting along an axis does not help.
 */

import { useState } from 'preact/hooks';
import { BoxQueryFigure, BoxQueryLink, useBoxQuery } from '../box-query.js';
import { all } from '../drawing.js';
import { Choice, Panel, Readings, useWorld } from '../kit.js';
import { ItemsInRole } from '../marks.js';

const N = 300;
const options = { axis: 'x' };
const worlds = { uniform: 'Scattered', 'x-line': 'In one column' } as const;

export function OneAxis() {
  const [scene, setScene] = useState<keyof typeof worlds>('uniform');
  const world = useWorld(scene, N);
  const query = useBoxQuery({ world, structure: 'sorted-range', options }, [0.45, 0.55], 0.07);
  const { result, box, subject } = query;
  const pairs = subject.pairs();
  const column = [box[0], world.sceneBounds[1], box[2], world.sceneBounds[3]] as const;
  const inColumn = [...all(N)].filter(
    (item) => world.boxes[4 * item] <= box[2] && world.boxes[4 * item + 2] >= box[0],
  );
  return (
    <>
      <BoxQueryFigure
        query={query}
        label="Boxes, a query, and the column of boxes that it tests"
        below={(view) => <path class="learn-column" d={view.rectangle(column)} />}
        above={(view) => <ItemsInRole kind="tested" ids={inColumn} view={view} world={world} />}
      />
      <Panel>
        <Choice label="The boxes" of={worlds} value={scene} onChange={setScene} />
        <Readings
          rows={[
            { id: 'tests', label: `of ${N} boxes tested`, value: result.tests, main: true },
            { id: 'found', label: 'found', value: result.ids.length },
            { id: 'pair-tests', label: 'tests to find all pairs', value: pairs.tests },
            { id: 'every', label: 'tests without sorting', value: (N * (N - 1)) / 2 },
          ]}
        />
        <BoxQueryLink query={query} />
      </Panel>
    </>
  );
}
