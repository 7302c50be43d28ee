// Installs missing Debian packages, npm packages and Emscripten. Fast and silent if everything is installed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram, REQUIREMENTS } from './requirements.mjs';
import { runIfChanged } from './stamps.mjs';
import { capture, main, ROOT, run, StepError, step } from './steps.mjs';

const WORKSPACES = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).workspaces;

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new StepError(`Node.js 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
}

function isDebian() {
  return (
    findProgram('apt-get') &&
    existsSync('/etc/os-release') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

function listOf(missing) {
  return missing.map((requirement) => `  - ${requirement.what}`).join('\n');
}

/** Returns [command, leading arguments] to run a program as root, or undefined if impossible. */
function rootPrefix() {
  if (process.getuid?.() === 0) return ['env', []];
  const sudo = findProgram('sudo');
  return sudo && [sudo, ['env']];
}

async function aptInstall(missing) {
  const packages = missing.flatMap((requirement) => requirement.packages);
  const root = rootPrefix();
  if (!root) {
    throw new StepError(
      `Missing:\n${listOf(missing)}\nRun as root: apt-get install --no-install-recommends ${packages.join(' ')}`,
    );
  }
  const [command, leading] = root;
  // waits up to 300 s for the lock of another apt process
  const quiet = [
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-o',
    'DPkg::Lock::Timeout=300',
  ];
  const apt = (...args) => run(command, [...leading, ...quiet, ...args]);
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...packages);
}

/**
 * Installs the packages of missing requirements. Throws if a required package cannot be installed;
 * optional packages may remain missing.
 */
export async function systemPackages(requirements) {
  const missing = requirements.filter((requirement) => !requirement.found());
  const needed = missing.filter((requirement) => !requirement.optional);
  if (missing.length === 0) return;
  if (isDebian()) {
    const names = missing.flatMap((requirement) => requirement.packages).join(' ');
    await step(`apt-get install ${names}`, () => aptInstall(missing)).catch((error) => {
      // an older Debian release may lack the optional packages, so try again without them
      if (needed.length === missing.length) throw error;
      return needed.length > 0 && aptInstall(needed);
    });
  } else if (needed.length > 0) {
    throw new StepError(
      `Missing on this machine (only Debian is set up automatically):\n${listOf(needed)}`,
    );
  }
}

async function npmPackages() {
  const inputs = ['package-lock.json', 'package.json', '.npmrc'];
  inputs.push(...WORKSPACES.map((folder) => `${folder}/package.json`));
  const install = () =>
    step('npm ci', () =>
      run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
    );
  // The stamp is in node_modules, so that deleting the folder also deletes the stamp.
  await runIfChanged('node_modules/.sapwood-lock', { inputs }, install);
}

async function emscripten() {
  const { code } = await capture(join(ROOT, 'emsdk-config', 'setup'), [], { stdio: 'inherit' });
  if (code !== 0) throw new StepError('Emscripten is not available, see above.');
}

export async function setup() {
  checkNode();
  await systemPackages(REQUIREMENTS);
  await npmPackages();
  await emscripten();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(setup);
