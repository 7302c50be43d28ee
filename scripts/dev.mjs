// `npm start`: sets up, builds and runs the playground's development server. Changes of the
// package's TypeScript are compiled automatically. `npm run build` compiles changes of the C++
// core.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, PACKAGE } from './build.mjs';
import { setup } from './setup.mjs';
import { bin, main, ROOT } from './steps.mjs';

/**
 * Runs the server until it ends. Passes the arguments to Vite (`npm start -- --host --port 4000`).
 */
async function serve(args) {
  const compiler = spawn(bin('tsc'), ['-p', PACKAGE, '--watch', '--preserveWatchOutput'], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  const server = spawn(bin('vite'), args, {
    cwd: join(ROOT, 'web/playground'),
    stdio: 'inherit',
  });
  const stop = () => server.kill();
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const code = await new Promise((resolve) => server.on('close', resolve));
  compiler.kill();
  process.exitCode = code ?? 0;
}

await main(async () => {
  await setup();
  await build();
  await serve(process.argv.slice(2));
});
