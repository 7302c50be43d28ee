/** Dialog with experiments. */

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../session/page.js';
import type { Lab } from '../state/settings.js';
import { DialogFrame } from '../ui/dialog.js';

export const labWords: Readonly<Record<Lab, { chip: string; title: string; sentence: string }>> = {
  volumes: {
    chip: 'Which bounding volume?',
    title: 'Which bounding volume?',
    sentence: 'Compares a sphere, box, oriented box, k-DOP and convex hull around a turning shape.',
  },
  shading: {
    chip: 'Overdraw and draw order',
    title: 'Overdraw and draw order',
    sentence: 'Counts the fragments that are shaded when boxes are rendered in four orders.',
  },
  merge: {
    chip: 'Add a level tile',
    title: 'Adding a level tile',
    sentence:
      'Compares merging a tile, inserting its boxes one by one, and rebuilding. Shows where a tile is merged, and the unused memory of a build.',
  },
  race: {
    chip: 'Race all structures',
    title: 'Race',
    sentence: 'Times all structures on your scene and checks that their results agree.',
  },
  clip: {
    chip: 'Record a clip',
    title: 'Record a clip',
    sentence: 'Records a short video of this view or tour with a caption.',
  },
};

type Pages = Readonly<Partial<Record<Lab, FunctionComponent>>>;

/** Each page loads when it opens for the first time. */
const loaders: Readonly<Record<Lab, () => Promise<FunctionComponent>>> = {
  volumes: async () => (await import('../features/lab/volumes-page.js')).VolumesPage,
  shading: async () => (await import('../features/lab/shading-page.js')).ShadingPage,
  merge: async () => (await import('../features/lab/merge-page.js')).MergePage,
  race: async () => (await import('../features/race/race-page.js')).RacePage,
  clip: async () => (await import('../features/clip/clip-page.js')).ClipPage,
};

export function Laboratory() {
  const { store } = usePage();
  const lab = store.field('lab').value;
  const [pages, setPages] = useState<Pages>({});
  const [fault, setFault] = useState(false);
  useEffect(() => {
    setFault(false);
    if (lab === null || pages[lab]) return;
    loaders[lab]().then(
      (page) => setPages((known) => ({ ...known, [lab]: page })),
      () => setFault(true),
    );
  }, [lab]);
  const close = () => {
    if (store.settings.peek().lab !== null) store.choose({ lab: null });
  };
  const Content = lab && pages[lab];
  const hint = fault
    ? 'This part could not be loaded. Check the connection and open it again.'
    : 'Loading …';
  const title = lab ? labWords[lab].title : '';
  return (
    <DialogFrame shown={lab !== null} close={close} titleId="lab-title" title={title} look="lab">
      {Content ? <Content /> : lab && <p class="hint">{hint}</p>}
    </DialogFrame>
  );
}
