import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../support/servers/started-program.ts';

const FOLDER = path.join(ROOT, 'deploy/systemd');
const SANDBOX = [
  'NoNewPrivileges=true',
  'ProtectSystem=strict',
  'ProtectClock=true',
  'ProtectHostname=true',
  'ProtectControlGroups=true',
  'ProtectKernelLogs=true',
  'ProtectKernelModules=true',
  'ProtectKernelTunables=true',
  'PrivateDevices=true',
  'CapabilityBoundingSet=',
  'RestrictNamespaces=true',
  'RestrictSUIDSGID=true',
  'LockPersonality=true',
  'SystemCallArchitectures=native',
  // V8 asks for protection keys.
  'SystemCallFilter=@system-service @pkey',
  'SystemCallFilter=~@privileged',
  'SystemCallErrorNumber=EPERM',
];

const UNITS = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));
const readLines = (unit: string) => readFileSync(path.join(FOLDER, unit), 'utf8').split('\n');

test.each(UNITS)('%s shuts the process off from the kernel and the rest of the machine', (unit) => {
  const lines = readLines(unit);
  expect(lines).toEqual(expect.arrayContaining(SANDBOX));
  expect(lines.filter((line) => /^(MemoryDenyWriteExecute|User=root)/.test(line))).toEqual([]);
});

test('what runs on is started again, however often it ends', () => {
  const running = UNITS.filter((unit) => readLines(unit).includes('Restart=always'));
  expect(running).toEqual(['factshelf-api@.service', 'factshelf-indexer.service']);
  // By default systemd gives up after five starts in ten seconds.
  expect(running.filter((unit) => !readLines(unit).includes('StartLimitIntervalSec=0'))).toEqual([]);
});
