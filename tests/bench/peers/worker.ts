/** Child process of one measurement: receives a task, sends the outcome and exits. */

import { perform, type Task } from 'measuring';

process.once('message', async (task: Task) => {
  const outcome = await perform(task);
  process.send!(outcome, () => process.exit(0));
});
