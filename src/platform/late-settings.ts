import { once } from 'node:events';

/** Option that makes a process wait for a message with further settings, while it loads its modules. */
export const LATE_SETTINGS = '--late-settings';

/** Returns the environment, completed by the settings of that message if the option is set. */
export async function completeEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (!process.argv.includes(LATE_SETTINGS)) return process.env;
  const [settings] = (await once(process, 'message')) as [NodeJS.ProcessEnv];
  return Object.assign(process.env, settings);
}
