import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasRedisServer } from '../support/servers/redis-server.ts';
import { SCENARIOS } from './run-scenarios.ts';
import { createWorld, type World } from './world.ts';

/** Those that find out most in least time. The others: `npm run test:long -- faults`. */
const FAST = ['F3', 'F6', 'F8', 'F12', 'F20', 'F28', 'F30', 'F36'];

it('calls each scenario by a name of its own', () => {
  const ids = SCENARIOS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

describe.runIf(inject('meilisearch') && hasRedisServer)('the service', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  it.each(SCENARIOS.filter(({ id }) => FAST.includes(id)))('$id: $title', async ({ run }) => {
    const findings = await run(world, (_, short) => short);
    // How long things take is for a machine that does nothing else.
    const broken = findings.filter(({ isKept, isTiming }) => !isKept && !isTiming);
    expect(broken).toEqual([]);
  });
});
