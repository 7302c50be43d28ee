// Programs with limits: a fault may make one run for ever, or ask for all memory.
import { spawn } from 'node:child_process';

const MOST_OUTPUT = 4_000_000;

/** Why a program ended badly, or '' when it did not. */
function endOf(code, signal, late) {
  if (late || signal === 'SIGXCPU' || signal === 'SIGKILL' || code === 152 || code === 137)
    return 'timeout';
  if (signal || code > 128) return 'crash';
  return code === 0 ? '' : 'failed';
}

/**
 * Runs a command with a limit of processor seconds, and of sixty times as many seconds of the clock (or `clock`), for
 * what waits for ever: other work of the machine decides about no result. Resolves to { end, log }.
 */
export function limited(command, args, limits) {
  const { cwd, env, seconds, clock: most = 60 * seconds, megabytes = 0 } = limits;
  return new Promise((resolve) => {
    const memory = megabytes > 0 ? `ulimit -v ${megabytes * 1024};` : '';
    const script = `ulimit -c 0; ulimit -t ${Math.ceil(seconds)}; ${memory} exec "$0" "$@"`;
    const options = { cwd, env: { ...process.env, ...env }, detached: true };
    const child = spawn('bash', ['-c', script, command, ...args], {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    let late = false;
    const take = (chunk) => {
      if (log.length < MOST_OUTPUT) log += chunk;
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const end = () => {
      late = true;
      process.kill(-child.pid, 'SIGKILL');
    };
    const clock = setTimeout(end, 1000 * most);
    child.on('close', (code, signal) => {
      clearTimeout(clock);
      resolve({ end: endOf(code, signal, late), log });
    });
  });
}
