import { once } from 'node:events';

/** An option: some settings are not known yet. They come as a message; the process loads its modules meanwhile. */
export const LATE_SETTINGS = '--late-settings';

/** The environment, once it is complete. */
export async function completeEnvironment(): Promise<NodeJS.ProcessEnv> {
  if (!process.argv.includes(LATE_SETTINGS)) return process.env;
  const [settings] = (await once(process, 'message')) as [NodeJS.ProcessEnv];
  return Object.assign(process.env, settings);
}
