// Renders the public C++ headers with Doxygen. A warning is an error.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram } from './requirements.mjs';
import { main, ROOT, run, StepError, step } from './steps.mjs';

const OUTPUT = 'build/docs/cpp';

async function renderCpp() {
  const program = findProgram('doxygen');
  if (!program) {
    throw new StepError(
      'Doxygen is not installed: apt-get install doxygen, or brew install doxygen',
    );
  }
  mkdirSync(join(ROOT, OUTPUT), { recursive: true });
  await run(program, ['docs/Doxyfile']);
  return `${OUTPUT}/html/index.html`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => step('docs: C++ reference', renderCpp));
}
