/** Experiments beside the scene, in a dialog; their code is loaded with the first of them. */

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../../session/page.js';
import type { Lab } from '../../state/settings.js';
import { DialogFrame } from '../../ui/dialog.js';

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
    sentence: 'Compares merging a tile, inserting its boxes one by one, and rebuilding.',
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

async function load(lab: Lab): Promise<Pages> {
  if (lab === 'race') return { race: (await import('../race/race-page.js')).Page };
  if (lab === 'clip') return { clip: (await import('../clip/clip-page.js')).Page };
  return (await import('./pages.js')).pages;
}

export function Laboratory() {
  const { store } = usePage();
  const lab = store.field('lab').value;
  const [pages, setPages] = useState<Pages>({});
  const [fault, setFault] = useState(false);
  useEffect(() => {
    setFault(false);
    if (lab === null || pages[lab]) return;
    load(lab).then(
      (more) => setPages((known) => ({ ...known, ...more })),
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
