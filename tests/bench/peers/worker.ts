/** The process of one measurement: takes one task, answers it, ends. */

import { perform, type Task } from 'measuring';

process.once('message', async (task: Task) => {
  const outcome = await perform(task);
  process.send!(outcome, () => process.exit(0));
});
