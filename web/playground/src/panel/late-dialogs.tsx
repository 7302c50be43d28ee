/** What lies over the page when it is asked for. */

import { WhichDialog } from '../which/which-panels.js';
import { CodeDialog } from './code-dialog.js';
import { LinkCopied } from './copy-link.js';
import { FileDesk } from './file-desk.js';
import { Finder } from './finder.js';
import { Help } from './help.js';
import { Laboratory } from './laboratory.js';

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
