import { timeout, TimeoutStrategy } from 'cockatiel';
import type { Config } from '../platform/config.ts';
import type { Db } from '../platform/db/client.ts';
import { reasonOf } from '../platform/error-code.ts';
import { checkBackups } from './backups.ts';
import { checkCertificates } from './certificates.ts';
import { checkDatabase, checkIndex } from './database.ts';
import { wrong, type Finding } from './doctor-contract.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkDisks, checkNode } from './machine.ts';
import { checkEngine, checkRedis } from './servers.ts';
import { checkPorts, checkSettings } from './settings.ts';
import { checkSignIn } from './sign-in.ts';

const patience = timeout(8_000, TimeoutStrategy.Aggressive);

/**
 * Checks everything that the settings name; problems come first. A check that fails is a finding: this never throws.
 */
export async function examine(config: Config, db: Db): Promise<Finding[]> {
  const checks: [string, () => Finding[] | Promise<Finding[]>][] = [
    ['settings', () => checkSettings(config)],
    ['node', () => checkNode()],
    ['ports', () => checkPorts(config)],
    ['postgres', () => checkDatabase(db)],
    ['index', () => checkIndex(db)],
    ['sign-in', () => checkSignIn(config, db)],
    ['redis', () => checkRedis(config)],
    ['engine', () => checkEngine(config)],
    ['disk', () => checkDisks(config)],
    ['backups', () => checkBackups(config)],
    ['leftovers', () => checkLeftovers(config)],
    ['certificates', () => checkCertificates(config)],
  ];
  const found = checks.map(async ([name, run]) => {
    try {
      return await patience.execute(async () => await run());
    } catch (error) {
      return [wrong(name, `This could not be looked at: ${reasonOf(error)}`, 'docs/runbook.md')];
    }
  });
  const findings = (await Promise.all(found)).flat();
  return findings.sort((a, b) => Number(b.is_wrong) - Number(a.is_wrong));
}
