/** The result for others: a card as a picture, and the address that opens the same race. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { hostFromText } from '../../bench/environment.js';
import { ownScene } from '../../model/scene-menu.js';
import { usePage } from '../../session/page.js';
import { editedHash } from '../../state/hash-codec.js';
import { wholePage } from '../../state/route.js';
import { save } from '../../ui/sharing.js';
import { drawCard, HEIGHT, WIDTH } from './card.js';
import type { RaceState } from './race.js';

const picture = (canvas: HTMLCanvasElement) =>
  new Promise<Blob>((resolve, reject) => {
    const refuse = () => reject(new Error('the browser created no picture'));
    canvas.toBlob((blob) => (blob ? resolve(blob) : refuse()), 'image/png');
  });

export function Share({ state }: { state: RaceState }) {
  const { playground, store } = usePage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [words, tell] = useState('');
  const ended = (state.stage === 'done' || state.stage === 'stopped') && state.done > 0;
  useEffect(() => {
    if (canvas.current) drawCard(canvas.current, state, hostFromText(navigator.userAgent).runtime);
  }, [ended, state]);
  if (!ended) return null;
  const { painted, scene } = store.settings.peek();
  const isEdited = painted === null && Boolean(playground.source?.edited);
  const stays =
    scene === ownScene.id || isEdited
      ? ' The link does not include boxes from a file or edits by hand.'
      : '';
  const moves = state.course.walks
    ? ''
    : ' A moving scene is raced in its state when the link is opened.';
  const copy = (what: string, copied: Promise<void>, more = '') =>
    copied.then(
      () => tell(`${what} copied.${more}`),
      () =>
        tell(
          'The browser did not allow copying. Save the picture, or copy the address of this page.',
        ),
    );
  const copyPicture = () => {
    const shown = canvas.current;
    if (!shown || !('ClipboardItem' in window))
      return tell('This browser cannot copy pictures. Save the picture instead.');
    const item = new ClipboardItem({ 'image/png': picture(shown) });
    void copy('Picture', navigator.clipboard.write([item]));
  };
  const download = async () => {
    if (canvas.current) save('sapwood-race.png', await picture(canvas.current));
  };
  const link = () => {
    const hash = isEdited ? editedHash(store.hash()) : store.hash();
    void copy('Link', navigator.clipboard.writeText(wholePage(hash)), stays + moves);
  };
  return (
    <section class="race-share" aria-label="Result">
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label="The result as a picture: the fastest of each heat, as above"
      />
      <div class="race-buttons">
        <button type="button" class="preset" onClick={() => void download()}>
          Save picture
        </button>
        <button type="button" class="preset" onClick={copyPicture}>
          Copy picture
        </button>
        <button type="button" class="preset" onClick={link}>
          Copy link to this race
        </button>
        <span role="status">{words}</span>
      </div>
    </section>
  );
}
