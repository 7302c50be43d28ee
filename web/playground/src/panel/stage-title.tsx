/**
 * Heading of the view: menus for the structure and the scene, and one sentence about the structure.
 */

import { structureChoices } from '../model/page-options.js';
import { offeredScenes, sceneEntry } from '../model/scene-menu.js';
import { documentationOf } from '../model/structure-guide.js';
import { usePage } from '../session/page.js';
import { Options } from '../ui/fields.js';
import { IconButton } from '../ui/icon-button.js';
import { Late } from '../ui/late.js';
import { swapSides } from './commands.js';
import { chooseScene } from './scene-section.js';

interface MenuProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: Parameters<typeof Options>[0]['choices'];
  onChoose(value: string): void;
}

function TitleMenu({ name, label, value, choices, onChoose }: MenuProps) {
  return (
    <select
      class="title-menu"
      name={name}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <Options choices={choices} />
    </select>
  );
}

const FILES = `${import.meta.env.VITE_REPOSITORY}/blob/main`;

export function StageTitle() {
  const { store } = usePage();
  const dim = store.field('dim').value;
  const structure = store.field('structure').value;
  const scenes = offeredScenes().filter(({ dimensions }) => dimensions.includes(dim));
  const offered = structureChoices(dim);
  return (
    <section class="stage-title" aria-label="Structure and scene">
      <h1 class="visually-hidden">
        Explore: {offered.find(({ value }) => value === structure)?.label}
      </h1>
      <div class="title-menus">
        <TitleMenu
          name="structure"
          label="Structure"
          value={structure}
          choices={offered}
          onChoose={(id) => store.choose({ structure: id, options: {} })}
        />
        <span class="title-over">over</span>
        <TitleMenu
          name="scene"
          label="Scene"
          value={store.field('scene').value}
          choices={scenes.map(({ id, title, group }) => ({ value: id, label: title, group }))}
          onChoose={(id) => chooseScene(store, sceneEntry(id))}
        />
        <CompareMenu offered={offered} />
        <Late panel="ShowMe" />
      </div>
      <p class="title-line">
        <Late panel="StructureLine" />
        <a href={`${FILES}/${documentationOf(structure)}`} target="_blank" rel="noopener">
          How it works<span class="visually-hidden"> (new tab)</span>
        </a>
      </p>
    </section>
  );
}

function CompareMenu({ offered }: { offered: MenuProps['choices'] }) {
  const { store } = usePage();
  const other = store.field('other').value;
  const none = { value: '', label: other === null ? '+ compare' : 'Stop comparing' };
  return (
    <>
      {other !== null && <span class="title-over">and</span>}
      <TitleMenu
        name="other"
        label="Compare with"
        value={other ?? ''}
        choices={[none, ...offered]}
        onChoose={(id) => store.choose({ other: id || null, otherOptions: {} })}
      />
      {other !== null && (
        <IconButton
          name="Swap A and B"
          title="Swap A and B (X)"
          icon="M2.5 5.5h10m-2.5-3 2.8 3-2.8 3M13.5 10.5h-10m2.5-3-2.8 3 2.8 3"
          onClick={() => swapSides(store)}
        />
      )}
    </>
  );
}
