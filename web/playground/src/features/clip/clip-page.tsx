/** The clip as a page of the laboratory: what it will show, who moves in it, the video, and ways to hand it on. */

import '../../styles/lab.css';
import './clip.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useBeat, usePage } from '../../session/page.js';
import { Segments } from '../../ui/fields.js';
import { copyAddress, fileName, save } from '../../ui/sharing.js';
import { Clip, captionOf, lengths, type Mover, offeredMovers } from './clip.js';
import { type ShapeName, shapes } from './composition.js';
import { endingOf } from './recorder.js';

const moverWords: Readonly<Record<Mover, string>> = {
  play: 'Scene',
  steps: 'Query',
  turn: 'Camera',
  tour: 'Tour',
  still: 'Nothing',
};

const shapeWords: Readonly<Record<ShapeName, string>> = {
  wide: 'Wide',
  square: 'Square',
  tall: 'Tall',
};

const MOST_CAPTION = 280;

export function ClipPage() {
  const { playground } = usePage();
  useBeat();
  const clip = useMemo(() => new Clip(playground), [playground]);
  useEffect(() => () => clip.dispose(), [clip]);
  const { kind } = clip.state.value;
  return (
    <div class="clip" data-clip={kind}>
      <View clip={clip} />
      <div class="clip-side">
        {kind === 'recording' ? <Progress clip={clip} /> : <Choices clip={clip} />}
        <Buttons clip={clip} />
        <Fault clip={clip} />
        <p class="hint">
          Your browser records the view. The clip stays on this machine until you share it.
        </p>
      </div>
    </div>
  );
}

function Fault({ clip }: { readonly clip: Clip }) {
  const state = clip.state.value;
  if (state.kind !== 'failed') return null;
  return (
    <p class="notice" role="alert">
      The clip could not be recorded: {state.why}
    </p>
  );
}

function View({ clip }: { readonly clip: Clip }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const state = clip.state.value;
  const done = state.kind === 'done';
  const { height, width } = shapes[clip.shape.value];
  useEffect(() => {
    clip.showOn(done ? null : canvas.current);
    return () => clip.showOn(null);
  }, [done]);
  if (state.kind === 'done') {
    return <video src={state.address} controls loop autoplay muted aria-label="The clip" />;
  }
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      role="img"
      aria-label="Preview of the clip: the stage with the caption below it"
    />
  );
}

function Choices({ clip }: { readonly clip: Clip }) {
  const { playground } = usePage();
  const words = clip.caption.value ?? captionOf(playground);
  const movers = offeredMovers(playground);
  return (
    <>
      <div class="field">
        <label for="clip-caption">Caption</label>
        <textarea
          id="clip-caption"
          name="clip-caption"
          rows={3}
          maxLength={MOST_CAPTION}
          value={words}
          onInput={({ currentTarget }) => {
            clip.caption.value = currentTarget.value;
          }}
        />
      </div>
      <Segments
        label="Motion"
        name="clip-mover"
        value={clip.mover.value}
        choices={movers.map((value) => ({ value, label: moverWords[value] }))}
        onChoose={(value) => {
          clip.mover.value = value as Mover;
        }}
      />
      {clip.mover.value !== 'tour' && (
        <Segments
          label="Length"
          name="clip-length"
          value={String(clip.seconds.value)}
          choices={lengths.map((value) => ({ value: String(value), label: `${value} s` }))}
          onChoose={(value) => {
            clip.seconds.value = Number(value);
          }}
        />
      )}
      <Segments
        label="Shape"
        name="clip-shape"
        value={clip.shape.value}
        choices={Object.entries(shapeWords).map(([value, label]) => ({ value, label }))}
        onChoose={(value) => {
          clip.shape.value = value as ShapeName;
        }}
      />
    </>
  );
}

function Progress({ clip }: { readonly clip: Clip }) {
  const state = clip.state.value;
  const share = state.kind === 'recording' ? state.share : 0;
  return (
    <p class="clip-progress">
      <progress aria-label="Recorded" max={1} value={share} /> Recording …
    </p>
  );
}

const canShare = (file: File) => navigator.canShare?.({ files: [file] }) === true;

function Buttons({ clip }: { readonly clip: Clip }) {
  const { playground, store } = usePage();
  const [told, tell] = useState('');
  const state = clip.state.value;
  if (clip.kind === null) {
    return <p class="notice">This browser cannot record video from a page. Try another browser.</p>;
  }
  if (state.kind === 'recording') return null;
  const name = fileName(captionOf(playground).slice(0, 60), endingOf(clip.kind));
  const link = async () => {
    const hash = store.hash({ ...store.settings.peek(), lab: null });
    tell(await copyAddress(hash, 'Link copied.'));
  };
  const video = state.kind === 'done' ? state.video : null;
  const file = video && new File([video], name, { type: video.type });
  return (
    <div class="clip-buttons">
      <button type="button" class="strong" onClick={() => void clip.record()} hidden={!!video}>
        Record
      </button>
      {video && file && (
        <>
          <button type="button" class="strong" onClick={() => save(name, video)}>
            Save video
          </button>
          {canShare(file) && (
            <button
              type="button"
              class="preset"
              onClick={() => void navigator.share({ files: [file] }).catch(() => {})}
            >
              Share
            </button>
          )}
          <button type="button" class="preset" onClick={() => clip.forget()}>
            Record another
          </button>
        </>
      )}
      <button type="button" class="preset" onClick={() => void link()}>
        Copy link to this view
      </button>
      <span role="status">{told}</span>
    </div>
  );
}
