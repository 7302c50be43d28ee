/** Experiments beside the scene, in a dialog; their code is loaded with the first of them. */

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../../panel/page.js';
import type { Lab } from '../../state/settings.js';
import { DialogFrame } from '../../ui/dialog.js';

export const labWords: Readonly<Record<Lab, { chip: string; title: string; sentence: string }>> = {
  volumes: {
    chip: 'Five volumes',
    title: 'Five volumes around one body',
    sentence: 'Ball, box, oriented box, k-DOP and hull around a body that turns.',
  },
  shading: {
    chip: 'Fragments saved',
    title: 'What front to back saves on the screen',
    sentence: 'Fragments that are shaded when boxes are drawn in four orders.',
  },
  merge: {
    chip: 'Cost of a merge',
    title: 'What a merge costs',
    sentence: 'A tile beside a world that stands: merged, inserted, or all built anew.',
  },
  race: {
    chip: 'Race all structures',
    title: 'Race',
    sentence: 'All structures on your scene: which is fastest, by how much, are all answers equal?',
  },
  clip: {
    chip: 'Make a clip',
    title: 'Clip',
    sentence: 'A short video of this view or tour, with a caption and a link, to share.',
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
  const hint = fault ? 'This part could not be loaded. Try again with a connection.' : 'Loading';
  const title = lab ? labWords[lab].title : '';
  return (
    <DialogFrame shown={lab !== null} close={close} titleId="lab-title" title={title} look="lab">
      {Content ? <Content /> : lab && <p class="hint">{hint}</p>}
    </DialogFrame>
  );
}
