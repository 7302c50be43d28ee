/** What lies over the page when it is asked for. */

import { CodeDialog } from '../features/code/code-dialog.js';
import { Finder } from '../features/find/finder.js';
import { Laboratory } from '../features/lab/laboratory.js';
import { FileDesk } from '../features/own/file-desk.js';
import { WhichDialog } from '../features/which/which-panels.js';
import { LinkCopied } from './copy-link.js';
import { Help } from './help.js';

export function Dialogs() {
  return (
    <>
      <Help />
      <CodeDialog />
      <FileDesk />
      <LinkCopied />
      <Finder />
      <WhichDialog />
      <Laboratory />
    </>
  );
}
