/** `npm run bench -- meshes`: measures meshes and movers, and writes the record and its page. */

import { init } from 'sapwood/3d/mesh';
import { init as initAll } from 'sapwood/all';
import type { Arguments } from '../command/arguments';
import { defineRun } from '../command/run';
import { withCard } from '../node/environment';
import { readFile } from '../report/document';
import { type MeasuredModel, measureModel } from './measure';
import { loadModels } from './models';
import { measureMovers } from './movers';
import { PAGE, renderPage } from './page';
import { formatRecord, type MeshesRecord, RECORD, readRecord, SCHEMA } from './record';

await Promise.all([init(), initAll()]);

const ROUNDS = 9;
const FRAMES = 60;

interface MeshesRequest {
  /** Text that the names of the measured models contain. An empty string selects all models. */
  readonly model: string;
}

function measure({ model }: MeshesRequest): Promise<MeshesRecord> {
  return withCard({ preset: 'meshes', rounds: ROUNDS, sampleMs: 0 }, () => {
    const models: MeasuredModel[] = [];
    for (const one of loadModels().filter(({ name }) => name.includes(model))) {
      models.push(measureModel(one, ROUNDS));
      const { name, tasks } = models[models.length - 1];
      const ratios = tasks.map((task) => `${task.name} ${task.ratio.toFixed(1)}`);
      console.log(`${name}: ${ratios.join(', ')}`);
    }
    return { schema: SCHEMA, models, movers: measureMovers(FRAMES) };
  });
}

export const run = defineRun({
  usage: `npm run bench -- meshes [arguments]
  --model  only models with this in their name`,
  known: { flags: [], texts: ['model'] },
  parse: (args: Arguments): MeshesRequest => ({ model: args.text('model') ?? '' }),
  measure,
  recorded: () => readRecord(readFile(RECORD)),
  files: (record) =>
    new Map([
      [RECORD, formatRecord(record)],
      [PAGE, renderPage(record)],
    ]),
  summary: renderPage,
});
