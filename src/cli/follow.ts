import { Command } from 'commander';
import type { Config } from '../platform/config.ts';
import { MANY_KEYS_SETTINGS, type Db } from '../platform/db/client.ts';
import {
  restartFromBeginning,
  beginFollow,
  endFollow,
  noteFollowStopped,
  readLeaderAddress,
} from '../follow/begin-follow.ts';
import { listSkipped } from '../follow/copy/skipped-store.ts';
import { findDownloadFolder, removeDownloads } from '../follow/dump/download-file.ts';
import { createLeader } from '../follow/leader-client.ts';
import { startFollow } from '../follow/run-follow.ts';
import { createLogger } from '../platform/logger.ts';
import { onDatabase } from './on-database.ts';
import { jsonOption, printResult, runProgram, type OutputOptions } from './output.ts';

const command = new Command('follow')
  .description(
    'Fills an empty catalogue from another Factshelf and keeps it as that one is, until it is stopped. The catalogue is ' +
      'read-only meanwhile, also while this does not run.',
  )
  .argument(
    '[leader]',
    'address of the other one: https://facts.example.org (default: the one that is followed already)',
  )
  .option('--moved', 'the service that is followed has got this address')
  .option('--end', 'stop following: the catalogue stays as it is and is written here')
  .option('--skipped', 'print the records that were skipped, each with the reason, and end')
  .option('--again', 'read everything from the beginning, also the records that were skipped')
  .addOption(jsonOption())
  .action((address: string | undefined, options: Options) => {
    const given = address === undefined ? undefined : readLeaderAddress(address);
    return onDatabase('follow', (db, config) => run(db, config, given, options), {
      max: 2,
      statementTimeoutMs: 120_000,
      patienceMs: 10_000,
      // Otherwise a plan made while the tables were empty would scan them for each page until the next ANALYZE.
      settings: { ...MANY_KEYS_SETTINGS, plan_cache_mode: 'force_custom_plan' },
    });
  });

interface Options extends OutputOptions {
  moved?: true;
  end?: true;
  skipped?: true;
  again?: true;
}

async function run(db: Db, config: Config, given: string | undefined, options: Options): Promise<void> {
  const folder = findDownloadFolder(config);
  if (options.end) {
    const ended = await endFollow(db);
    await removeDownloads(folder);
    printResult(
      options,
      { event: 'ended', leader: ended },
      `This catalogue does not follow ${ended} any more: it is written here from now on.`,
    );
    return;
  }
  if (options.skipped) {
    const items = await listSkipped(db);
    printResult(
      options,
      { items },
      items.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`),
    );
    return;
  }
  const { leader, cursor, dump } = await beginFollow(db, given, { isMoved: options.moved ?? false });
  if (options.again) await restartFromBeginning(db, 'The command says so: --again.');
  const isNew = options.again ?? (cursor === null && dump === null);
  printResult(
    options,
    { event: 'following', leader, is_new: isNew },
    `Following ${leader} ${isNew ? 'from the beginning' : 'from where it stopped'}.`,
  );
  const logger = createLogger('follow', config.LOG_LEVEL);
  let hasSaid = false;
  const following = startFollow({
    db,
    leader: createLeader(leader, config.FOLLOW_API_KEY),
    logger,
    downloads: { folder },
    onCurrent() {
      if (!hasSaid)
        printResult(
          options,
          { event: 'current', leader },
          'Everything is here; changes come as they are made.',
        );
      hasSaid = true;
    },
  });
  const stop = () => void following.close();
  process.once('SIGINT', stop).once('SIGTERM', stop).once('disconnect', stop);
  await following.ended;
  await noteFollowStopped(db, following.countChanges());
  printResult(
    options,
    { event: 'stopped', leader },
    'Stopped. The catalogue stays read-only; the next run goes on from here.',
  );
}

await runProgram(command);
