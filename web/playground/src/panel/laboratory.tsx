/** Experiments beside the scene, in a dialog; their code is loaded with the first of them. */

import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Lab } from '../state/settings.js';
import { DialogFrame } from './dialog.js';
import { usePage } from './page.js';

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
};

type Pages = Readonly<Record<Lab, FunctionComponent>>;

export function Laboratory() {
  const { store } = usePage();
  const lab = store.field('lab').value;
  const [pages, setPages] = useState<Pages | null>(null);
  useEffect(() => {
    if (lab !== null && !pages) void import('../lab/pages.js').then((all) => setPages(all.pages));
  }, [lab]);
  const close = () => {
    if (store.settings.peek().lab !== null) store.choose({ lab: null });
  };
  const Content = lab && pages?.[lab];
  const title = lab ? labWords[lab].title : '';
  return (
    <DialogFrame shown={lab !== null} close={close} titleId="lab-title" title={title} look="lab">
      {Content ? <Content /> : lab && <p class="hint">Loading</p>}
    </DialogFrame>
  );
}
