/** Figure: the k boxes nearest to a point. */

import { useMemo, useState } from 'preact/hooks';
import { Figure, OpenLink, Panel, Readings, Slider, useSubject, useWorld } from '../kit.js';
import { Items, ItemsInRole, OpenedNodes } from '../marks.js';
import type { Spot } from '../world.js';

const N = 500;

export function NearestFirst() {
  const [k, setK] = useState(8);
  const [spot, setSpot] = useState<Spot>([0.6, 0.45]);
  const world = useWorld('clustered', N);
  const subject = useSubject(world, 'static-tree');
  const nodes = useMemo(() => subject.nodes(), [subject]);
  const point = world.point(spot);
  const { distances, ids, tests, visits } = subject.nearest(point, k);
  const opened = subject.opened({ kind: 'nearest', point, k });
  const reach = distances[distances.length - 1];
  return (
    <>
      <Figure
        world={world}
        label="A point, its nearest boxes, and a circle that touches the farthest of them"
        handle={{ label: 'The point', spot, onMove: setSpot }}
        query={point}
      >
        {(view) => (
          <>
            <OpenedNodes nodes={nodes} opened={opened} view={view} />
            <Items view={view} world={world} />
            <ItemsInRole kind="hit" ids={ids} view={view} world={world} />
            <circle
              class="learn-question"
              cx={view.x(point[0])}
              cy={view.y(point[1])}
              r={view.length(reach)}
            />
          </>
        )}
      </Figure>
      <Panel>
        <Slider label="Neighbors" value={k} from={1} to={40} onChange={setK} />
        <Readings
          rows={[
            { id: 'tests', label: `of ${N} boxes tested`, value: tests, main: true },
            { id: 'visits', label: 'nodes visited', value: visits },
            { id: 'reach', label: 'distance to the last neighbor', value: reach.toFixed(2) },
          ]}
        />
        <OpenLink world={world} structure="static-tree" question={{ spot, k }} />
      </Panel>
    </>
  );
}
