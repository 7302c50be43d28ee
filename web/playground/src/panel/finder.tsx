/** Search over structures, scenes, examples, pages and keys. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { structures } from 'sapwood/all';
import { chapters } from '../model/chapters.js';
import { examples, showMe } from '../model/examples.js';
import { textbookStructures } from '../model/page-options.js';
import { offeredScenes } from '../model/scene-menu.js';
import { structureGuides } from '../model/structure-guide.js';
import type { Playground } from '../session/page.js';
import { usePage } from '../session/page.js';
import { goTo } from '../state/route.js';
import { docsAddress, docsPages } from '../ui/docs.js';
import { finderOpen } from '../ui/visibility.js';
import { openExample } from './examples.js';
import { type Findable, find } from './finding.js';
import { chooseScene } from './scene-section.js';
import { shortcuts } from './shortcuts.js';

interface Entry extends Findable {
  readonly id: string;
  readonly run: () => void;
}

const MAX_SHOWN = 8;

/** Search terms of the recommendation page. */
const ADVICE_WORDS =
  'which best fastest should i use choose recommend advice compare collision collisions culling picking enemies bullets';

/** Returns the current dimension if supported, otherwise a supported dimension. */
function dimensionFor(dimensions: readonly (2 | 3)[], present: 2 | 3): 2 | 3 {
  return dimensions.includes(present) ? present : dimensions[0];
}

function entriesOf(playground: Playground): Entry[] {
  const { store } = playground;
  const { dim } = store.settings.peek();
  const ofStructures = structures.map(({ id, title, dimensions }): Entry => {
    const dimension = dimensionFor(dimensions, dim);
    return {
      id: `structure-${id}`,
      kind: textbookStructures.has(id) ? 'Textbook structure' : 'Structure',
      title: title(dimension),
      sentence: `${id} ${Object.values(structureGuides[id]).join(' ')}`,
      run: () => store.choose({ structure: id, options: {}, dim: dimension }),
    };
  });
  const ofScenes = offeredScenes().map((entry): Entry => {
    const { id, title, sentence, dimensions, group } = entry;
    return {
      id: `scene-${id}`,
      kind: group === 'Games' ? 'Game scene' : 'Scene',
      title,
      sentence,
      run: () => chooseScene(store, entry, dimensionFor(dimensions, dim)),
    };
  });
  const ofExamples = [showMe, ...examples].map((example): Entry => {
    const sentence = example.stops.map(({ caption }) => caption).join(' ');
    const run = () => openExample(store, example);
    return { id: `example-${example.id}`, kind: 'Example', title: example.title, sentence, run };
  });
  const theRace: Entry = {
    id: 'race',
    kind: 'Measurement',
    title: 'Race all structures',
    sentence: 'Times all structures on your scene and checks that their results agree.',
    run: () => store.choose({ lab: 'race' }),
  };
  const ofKeys = shortcuts
    .filter(({ keys }) => keys.length === 1 && keys[0] !== '/')
    .map(({ keys, label, description, run }): Entry => {
      const [key] = keys;
      return {
        id: `key-${key}`,
        kind: `Key ${label}`,
        title: description,
        sentence: '',
        run: () => run(playground, key),
      };
    });
  const advice: Entry = {
    id: 'which',
    kind: 'Advice',
    title: 'Which structure?',
    sentence: ADVICE_WORDS,
    run: () => goTo('which'),
  };
  const ofChapters = chapters.map(({ id, title, idea, words = '' }, i): Entry => {
    const run = () => {
      window.location.hash = `learn.${i + 1}`;
    };
    return { id: `chapter-${id}`, kind: 'Learn', title, sentence: `${idea} ${words}`, run };
  });
  const ofDocs = docsPages.map(({ path, title, words }): Entry => {
    const run = () => void window.open(docsAddress(path), '_blank', 'noopener');
    return { id: `docs-${path}`, kind: 'Docs', title, sentence: words, run };
  });
  return [
    ...ofStructures,
    advice,
    ...ofScenes,
    ...ofExamples,
    theRace,
    ...ofChapters,
    ...ofDocs,
    ...ofKeys,
  ];
}

const close = () => {
  finderOpen.value = false;
};

export function Finder() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = finderOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="help finder" aria-label="Search" onClose={close}>
      {open && <Search />}
    </dialog>
  );
}

/** Moves the focus between field and results with arrow keys. Escape closes the search. */
function walk(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    close();
    return;
  }
  const change = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const dialog = (event.currentTarget as HTMLElement).closest('dialog');
  if (!change || !dialog) return;
  const stops = [...dialog.querySelectorAll<HTMLElement>('input, li button')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.min(Math.max(at + change, 0), stops.length - 1)]?.focus();
  event.preventDefault();
}

function Search() {
  const { playground } = usePage();
  const [text, setText] = useState('');
  const found = find(entriesOf(playground), text);
  const shown = found.slice(0, MAX_SHOWN);
  const choose = ({ run }: Entry) => {
    close();
    run();
  };
  return (
    <form
      method="dialog"
      onKeyDown={walk}
      onSubmit={(event) => {
        event.preventDefault();
        if (shown.length > 0) choose(shown[0]);
      }}
    >
      <label class="visually-hidden" for="finder-text">
        Search structures, scenes, examples, chapters, documentation and keys
      </label>
      <input
        id="finder-text"
        type="search"
        name="find"
        autocomplete="off"
        spellcheck={false}
        placeholder="Structure, scene, example, chapter, key"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ul aria-label="Results">
        {shown.map((entry) => (
          <li key={entry.id}>
            <button type="button" data-find={entry.id} onClick={() => choose(entry)}>
              <span>{entry.title}</span>
              <small>{entry.kind}</small>
            </button>
          </li>
        ))}
      </ul>
      <p class="hint" role="status">
        {found.length === 0
          ? `Nothing matches “${text}”. Try another word.`
          : `${found.length} ${found.length === 1 ? 'result' : 'results'}. Press Enter to open the first, or the arrow keys to select another.`}
      </p>
    </form>
  );
}
