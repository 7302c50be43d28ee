/** Process of one measurement: receives a task, sends its outcome, ends. */

import { perform, type Task } from 'measuring';

process.once('message', async (task: Task) => {
  const outcome = await perform(task);
  process.send!(outcome, () => process.exit(0));
});
