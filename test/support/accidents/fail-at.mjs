// @ts-check
// Loaded into a real program by `NODE_OPTIONS=--import`. The program is killed before, or finds the disk full from, the
// step that FAIL_AT names. A step is a change of a file below one of FAIL_BELOW, and each 200th file that is written.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { FAIL_AT: at = '0', FAIL_AS: how = 'kill', FAIL_BELOW: below = '', FAIL_LOG: log = '' } = process.env;
const folders = below.split(':');
const append = fs.appendFileSync;
const CHANGES = ['rename', 'rm', 'mkdir', 'mkdtemp', 'writeFile', 'chown', 'chmod', 'link'];
const NEEDS_SPACE = new Set(['mkdir', 'mkdtemp', 'writeFile', 'open', 'link']);
let step = 0;
let opened = 0;

/** @param {string} name @param {unknown[]} args */
function pass(name, args) {
  const files = args.slice(0, 2).filter((arg) => folders.some((folder) => String(arg).startsWith(folder)));
  if (files.length === 0 || (name === 'open' && opened++ % 200 > 0)) return;
  step += 1;
  if (log) append(log, `${step} ${name} ${files.join(' ')}\n`);
  if (how === 'kill' && step === Number(at)) process.kill(process.pid, 'SIGKILL');
  if (how !== 'full' || step < Number(at) || !NEEDS_SPACE.has(name)) return;
  throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC' });
}

/** @param {unknown} flags of an open */
const isForWriting = (flags) => (typeof flags === 'number' ? (flags & 1) === 1 : /[wa]/.test(String(flags)));

/** @param {Record<string, any>} holder @param {string} method @param {string} name */
function watch(holder, method, name) {
  const original = holder[method];
  holder[method] = function (/** @type {unknown[]} */ ...args) {
    if (name !== 'open' || isForWriting(args[1])) pass(name, args);
    return original.apply(this, args);
  };
}

for (const name of CHANGES) {
  watch(fs.promises, name, name);
  watch(fs, `${name}Sync`, name);
}
watch(fs, 'openSync', 'open');
watch(fs, 'open', 'open');
syncBuiltinESMExports();
