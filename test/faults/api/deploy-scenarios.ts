import type { StartedApi } from '../../support/servers/started-api.ts';
import { describeFailures, startReadLoad, type Read } from '../load/read-load.ts';
import { atMost, exactly, pause, type Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { startWriteLoad } from '../load/write-load.ts';

/** How often balancers look; the delay before the listener closes is the default of `STOP_DELAY_MS`. */
const PROBE_EVERY_MS = 500;
const STOP_DELAY_MS = 2_000;

interface Stop {
  /** By a balancer that sends nobody to a process that is not ready. */
  balanced: Read[];
  /** Straight to the process as long as it lives, each on a connection of its own. */
  straight: Read[];
  /** What /readyz said while it went on listening. */
  readiness: number;
  exitSeconds: number;
  code: number | null;
}

/** A balancer before the process that will stop and the one that stays, kept-alive connections to both. */
function startBalancer(first: StartedApi, second: StartedApi): { origin: () => string; stop(): void } {
  let isFirstReady = true;
  const look = async () => {
    isFirstReady = (await first.get('/readyz')).status === 200;
  };
  const timer = setInterval(() => void look(), PROBE_EVERY_MS);
  return {
    origin: () => (isFirstReady ? first : second).origin,
    stop: () => clearInterval(timer),
  };
}

async function stopUnderLoad(world: World): Promise<Stop> {
  const api = await world.startApi({ STOP_DELAY_MS: String(STOP_DELAY_MS) });
  const balancer = startBalancer(api, world.api);
  const writes = await startWriteLoad(world, 5);
  const balanced = await startReadLoad(world, balancer.origin, 50);
  const straight = await startReadLoad(world, api.origin, 25, true);
  await pause(2_000);
  const stoppedAt = performance.now();
  api.program.kill('SIGTERM');
  await pause(STOP_DELAY_MS / 2);
  const readiness = (await api.get('/readyz')).status;
  const code = await api.program.ended;
  const exitSeconds = (performance.now() - stoppedAt) / 1_000;
  const reads = { balanced: await balanced.stop(), straight: await straight.stop() };
  balancer.stop();
  await writes.stop();
  return { ...reads, readiness, exitSeconds, code };
}

export const DEPLOY_SCENARIOS: Scenario[] = [
  {
    id: 'F4',
    title: 'SIGTERM of the API under load',
    async run(world, rounds) {
      const stops: Stop[] = [];
      for (let i = 0; i < rounds(10, 3); i++) stops.push(await stopUnderLoad(world));
      await world.converge();
      const balanced = stops.flatMap((stop) => stop.balanced);
      const straight = stops.flatMap((stop) => stop.straight);
      // Refused is not begun: only who goes on asking a process that is gone meets that.
      const begun = straight.filter(({ status }) => status !== -1);
      return [
        exactly(
          `of ${balanced.length} reads by a balancer failed, in ${stops.length} stops`,
          'none',
          describeFailures(balanced),
        ),
        exactly('of them sent again', 0, balanced.filter(({ isRetried }) => isRetried).length),
        exactly(
          `of ${begun.length} reads on new connections broken (${straight.length - begun.length} refused)`,
          'none',
          describeFailures(begun),
        ),
        exactly(
          '/readyz while it still listens',
          '503',
          [...new Set(stops.map((stop) => stop.readiness))].join(),
        ),
        exactly('exit codes', '0', [...new Set(stops.map((stop) => stop.code))].join()),
        atMost('slowest exit', 10, Math.max(...stops.map((stop) => stop.exitSeconds)), 's'),
      ];
    },
  },
];
