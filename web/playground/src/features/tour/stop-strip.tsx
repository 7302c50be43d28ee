/** Caption of one stop in an example tour, with live numbers, and navigation between stops. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { isAtStop, type Place, placeOf, showMe, stopAddress } from '../../model/examples.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import { goTo, mode } from '../../state/route.js';
import { CloseButton } from '../../ui/icon-button.js';
import { belongsToInput } from '../../ui/typing.js';
import { openDrawer } from '../../ui/visibility.js';
import { captionOf } from './live-numbers.js';
import { usePlayback } from './use-playback.js';

/** Minimum swipe distance in CSS pixels. */
const SWIPE = 48;

/** Address that opens *Break it*, a mode in which users paint boxes that make a structure slow. */
const BREAK_ADDRESS =
  'v=1&structure=sweep-and-prune&dim=2&scene=uniform&n=150&motion=still&play=0&show=items,hierarchy&q=none&break=-';

/** Returns the caption for the current frame. */
function useCaption(caption: string): string {
  const { playground } = usePage();
  const [text, setText] = useState('');
  useEffect(() => {
    const read = () => {
      const { picture, session, status } = playground;
      const isReady = session && status.peek().kind === 'ready';
      setText(isReady ? captionOf(caption, session, picture) : caption.replace(/\{\w+\}/g, '…'));
    };
    read();
    playground.drawListeners.add(read);
    return () => {
      playground.drawListeners.delete(read);
    };
  }, [caption]);
  return text;
}

/** Caption with numbers that change. A screen reader reads it once, with the current numbers. */
function Caption({ place, name }: { place: Place; name: string }) {
  const text = useCaption(place.stop.caption);
  const latest = useRef(text);
  latest.current = text;
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(latest.current), 500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <p data-tour={name}>{text}</p>
      <p class="visually-hidden" role="status">
        {announced}
      </p>
    </>
  );
}

/** Links that are shown at the last stop of the introductory example. */
function Doors() {
  const { store } = usePage();
  return (
    <div class="tour-doors">
      <button type="button" class="preset" onClick={() => goTo('which')}>
        Which one for my game?
      </button>
      <button type="button" class="preset" onClick={() => store.chooseAddress(BREAK_ADDRESS)}>
        Break one
      </button>
      <button type="button" class="preset" onClick={() => goTo('learn')}>
        Learn how it works
      </button>
    </div>
  );
}

/** Arrow keys change the stop, unless the focused element uses them. */
function useArrowKeys(go: (by: number) => void): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by || mode.peek() !== 'explore' || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const { target } = event;
      const usesArrows =
        target instanceof Element &&
        target.closest('input, select, [data-handle], dialog, .node-card');
      if (usesArrows || belongsToInput(target, event.key)) return;
      event.preventDefault();
      latest.current(by);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

export function StopStrip() {
  const { store } = usePage();
  // rerender, so that the query also plays in a scene that loads later
  useNumberUpdates();
  const place = placeOf(store.field('tour').value);
  usePlayback(place);
  const go = (by: number) => {
    if (!place || !(place.at + by in place.example.stops)) return;
    openDrawer.value = null;
    const dim = store.settings.peek().dim;
    store.chooseAddress(stopAddress(place.example, place.at + by, dim));
  };
  useArrowKeys(go);
  const start = useRef<{ x: number; y: number } | null>(null);
  if (!place) return null;
  const swipe = ({ clientX, clientY, pointerType }: PointerEvent) => {
    const from = start.current;
    start.current = null;
    if (!from || pointerType === 'mouse') return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  };
  return (
    <section
      class="tour"
      aria-label="Example"
      onPointerDown={({ clientX: x, clientY: y }) => {
        start.current = { x, y };
      }}
      onPointerUp={swipe}
      onPointerCancel={() => {
        start.current = null;
      }}
    >
      <Stop place={place} go={go} />
    </section>
  );
}

function Stop({ go, place }: { go: (by: number) => void; place: Place }) {
  const { store } = usePage();
  const { at, example } = place;
  const settings = store.settings.value;
  const { dim } = settings;
  const show = (there: number, dimensions = dim) =>
    store.chooseAddress(stopAddress(example, there, dimensions));
  const isLast = at + 1 === example.stops.length;
  const isHere = isAtStop(settings, place, store.catalog);
  return (
    <>
      <header>
        <h2>{example.title}</h2>
        <span class="tour-place">
          {at + 1} of {example.stops.length}
        </span>
        {example.dimensions.length > 1 && (
          <div class="tour-dimensions">
            {([2, 3] as const).map((each) => (
              <button
                key={each}
                type="button"
                class="preset"
                aria-pressed={each === dim}
                onClick={() => show(at, each)}
              >
                {each}D
              </button>
            ))}
          </div>
        )}
        <div class="tour-buttons">
          {example.stops.length > 1 && (
            <button type="button" class="preset" disabled={at === 0} onClick={() => go(-1)}>
              Back
            </button>
          )}
          {!isLast && (
            <button
              type="button"
              class={isWaiting(place, settings.box) ? 'preset' : 'strong'}
              onClick={() => go(1)}
            >
              Next
            </button>
          )}
        </div>
        <CloseButton
          name="Close the example"
          onClick={() => store.choose({ tour: null, step: null })}
        />
      </header>
      {isHere ? (
        <Caption key={`${example.id}.${at + 1}`} place={place} name={`${example.id}.${at + 1}`} />
      ) : (
        <p>
          You changed this view.{' '}
          <button type="button" class="quiet" onClick={() => show(at)}>
            Show the example again
          </button>
        </p>
      )}
      {isLast && example === showMe && <Doors />}
    </>
  );
}

/** Returns whether the user should drag the query at this stop, and has not dragged it yet. */
function isWaiting({ example, at, stop }: Place, box: readonly number[]): boolean {
  if (!stop.yourTurn) return false;
  const initial = /&box=([^&]*)/.exec(stopAddress(example, at))?.[1];
  return initial === box.join(',');
}
