// @ts-check
// Loaded into a real program by `NODE_OPTIONS=--import`. The program is killed before the step that FAIL_AT names, or finds
// the disk full from it on. Steps are changes of files below FAIL_BELOW, of those unpacked each 1,000th, and connections by TCP.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const { FAIL_AT: at = '0', FAIL_AS: how = 'kill', FAIL_BELOW: below = '', FAIL_LOG: log = '' } = process.env;
const folders = below.split(':');
const append = fs.appendFileSync;
const CHANGES = ['rename', 'rm', 'mkdir', 'mkdtemp', 'writeFile', 'chown', 'chmod', 'link'];
const NEEDS_SPACE = new Set(['mkdir', 'mkdirSync', 'mkdtemp', 'writeFile', 'open', 'link']);
const UNPACKING = new Set(['mkdirSync', 'chownSync', 'open']);
let step = 0;
let unpacked = 0;

/** @param {string} name @param {unknown[]} args */
function pass(name, args) {
  const files = args.slice(0, 2).filter((arg) => folders.some((folder) => String(arg).startsWith(folder)));
  if ((files.length === 0 && name !== 'connect') || (UNPACKING.has(name) && unpacked++ % 1000 > 0)) return;
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
    const isNone =
      name === 'open' ? !isForWriting(args[1]) : name === 'connect' && typeof args[0] !== 'number';
    if (!isNone) pass(name, args);
    return original.apply(this, args);
  };
}

for (const name of CHANGES) {
  watch(fs.promises, name, name);
  watch(fs, `${name}Sync`, UNPACKING.has(`${name}Sync`) ? `${name}Sync` : name);
}
watch(net.Socket.prototype, 'connect', 'connect');
watch(fs, 'openSync', 'open');
watch(fs, 'open', 'open');
syncBuiltinESMExports();
