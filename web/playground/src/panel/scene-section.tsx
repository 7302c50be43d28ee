/** Settings for items, count and motion. */

import { OwnFile } from '../features/own/own-file.js';
import type { SceneEntry } from '../model/box-source.js';
import { motionMenu, wholeMotions } from '../model/motion-menu.js';
import { firstCount, ownScene, sceneEntry } from '../model/scene-menu.js';
import { usePage } from '../session/page.js';
import { maxItems } from '../state/conform.js';
import {
  type Dimensions,
  type QueryPlace,
  type Settings,
  sceneSettings,
} from '../state/settings.js';
import type { Store } from '../state/store.js';
import { Notice, NumberField, Segments, SelectField } from '../ui/fields.js';
import { IconButton } from '../ui/icon-button.js';
import { Late } from '../ui/late.js';
import { narrow } from '../ui/visibility.js';
import { reseed } from './commands.js';

/** Selects a scene with its motion, queries and item count. */
export function chooseScene(store: Store, entry: SceneEntry, dim?: Dimensions): void {
  const n = firstCount(entry, narrow.peek());
  store.choose({ ...sceneSettings(entry), n, ...(dim && { dim }) });
}

/** Scene and query last shown in each dimension. */
type Place = Pick<Settings, 'scene' | 'n' | 'motion' | 'camera' | keyof QueryPlace>;

const places: Record<Dimensions, Place> = {
  2: sceneSettings(sceneEntry('uniform')),
  // the initial 3D scene requires no physics engine
  3: sceneSettings(sceneEntry('swarm')),
};

/**
 * Returns the settings for switching to a dimension, and saves the settings of the current
 * dimension.
 */
function placeIn(settings: Settings, dim: Dimensions): Partial<Settings> {
  const { scene, n, motion, camera, box, ball, ray, cam } = settings;
  // a user's boxes are shown in both dimensions
  if (scene === ownScene.id) return { dim, camera: null };
  places[settings.dim] = { scene, n, motion, camera, box, ball, ray, cam };
  return { dim, ...places[dim] };
}

export function SceneSection() {
  const { store } = usePage();
  const scene = sceneEntry(store.field('scene').value);
  const notices = store.notices.value;
  return (
    <section class="section" aria-label="Scene">
      <Notice text={notices.scene} />
      <p class="hint">{scene.sentence}</p>
      <Segments
        label="Dimensions"
        name="dim"
        value={String(store.field('dim').value)}
        choices={[
          { value: '2', label: '2D' },
          { value: '3', label: '3D' },
        ]}
        onChoose={(value) =>
          store.choose(placeIn(store.settings.peek(), Number(value) as Dimensions))
        }
      />
      <OwnFile />
      <NumberField
        label="Boxes"
        name="n"
        value={store.field('n').value}
        min={scene.minCount}
        max={maxItems(scene, [store.field('structure').value, store.field('other').value])}
        step={1}
        slider="ratio"
        notice={notices.n}
        onChange={(n) => store.choose({ n })}
      />
      <div class="field-split">
        <MotionField />
        <SeedField />
      </div>
      <MovingField />
      <Late panel="EditField" />
    </section>
  );
}

function MotionField() {
  const { store } = usePage();
  const scene = sceneEntry(store.field('scene').value);
  return (
    <SelectField
      label="Motion"
      name="motion"
      value={store.field('motion').value}
      choices={scene.motions.map((id) => ({ value: id, label: motionMenu[id].title }))}
      notice={store.notices.value.motion}
      onChoose={(motion) => store.choose({ motion })}
    />
  );
}

/** Percentage of moving boxes. */
function MovingField() {
  const { store } = usePage();
  if (!wholeMotions.has(store.field('motion').value)) return null;
  return (
    <NumberField
      label="Moving boxes (%)"
      name="moving"
      value={store.field('moving').value}
      min={1}
      max={100}
      step={1}
      slider="linear"
      notice={store.notices.value.moving}
      onChange={(moving) => store.choose({ moving })}
    />
  );
}

function SeedField() {
  const { store } = usePage();
  return (
    <div class="seed">
      <NumberField
        label="Seed"
        name="seed"
        value={store.field('seed').value}
        min={0}
        max={0xffffffff}
        step={1}
        notice={store.notices.value.seed}
        onChange={(seed) => store.choose({ seed })}
      />
      <IconButton
        name="Shuffle"
        title="Generate other boxes with a new seed (R)"
        icon="M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3"
        onClick={() => reseed(store)}
      />
    </div>
  );
}
