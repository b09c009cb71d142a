import { once } from 'node:events';

/** The option that tells a process to wait for a message with further settings. It loads its modules meanwhile. */
export const LATE_SETTINGS = '--late-settings';

/** Returns the environment, with the settings of that message if the process was told to wait for it. */
export async function completeEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (!process.argv.includes(LATE_SETTINGS)) return process.env;
  const [settings] = (await once(process, 'message')) as [NodeJS.ProcessEnv];
  return Object.assign(process.env, settings);
}
