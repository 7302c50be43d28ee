/** From one page to the others. */

import { goTo, type Mode, mode } from '../state/route.js';

const links: readonly { readonly id: Mode; readonly label: string; readonly title: string }[] = [
  { id: 'explore', label: 'Explore', title: 'Watch the structures work' },
  { id: 'learn', label: 'Learn', title: 'Learn how the structures work in ten short chapters' },
  {
    id: 'bench',
    label: 'Bench',
    title: 'Measure on this machine and compare with other libraries (B)',
  },
];

export function ModeLinks() {
  return (
    <nav class="modes" aria-label="Pages">
      {links.map(({ id, label, title }) => (
        <a
          key={id}
          href={id === 'explore' ? '#' : `#${id}`}
          title={title}
          aria-current={mode.value === id ? 'page' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            goTo(id);
          }}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
