import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitFor } from '../wait-for.ts';

/** Of every step in a browser: a busy machine draws a page in a minute. */
const PATIENCE_MS = 120_000;
const FIREFOX = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
const PREFERENCES = {
  'marionette.port': 0,
  'intl.accept_languages': 'en-GB',
  // A fake camera that shows a pattern, without a permission prompt.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'app.update.auto': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.shell.checkDefaultBrowser': false,
};
/** How WebDriver names an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Whether it is installed; where it is not, that is said once. */
export function hasFirefox(): boolean {
  const isThere = existsSync(FIREFOX);
  if (!isThere) console.warn(`No Firefox at ${FIREFOX}: install firefox-esr, or set FIREFOX_PATH`);
  return isThere;
}

export interface Firefox {
  open(url: string): Promise<void>;
  /** The element once it is there, by a CSS selector. */
  click(selector: string): Promise<void>;
  /** Types into it, or gives a file to it by its path. */
  type(selector: string, text: string): Promise<void>;
  /** Returns the value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Resolves when the page shows the text. */
  see(text: string): Promise<void>;
  /** Resolves when the address is this one. */
  arriveAt(url: string): Promise<void>;
  close(): Promise<void>;
}

/** Firefox without a window, with a profile of its own, driven by Marionette, which is its WebDriver. */
export async function launchFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(path.join(tmpdir(), 'factshelf-firefox-'));
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), preferences.join('\n'));
  const child = spawn(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  const ended = once(child, 'exit');
  const port = await waitFor(
    'Firefox',
    () => readFile(path.join(profile, 'MarionetteActivePort'), 'utf8').then(Number, () => undefined),
    PATIENCE_MS,
  );
  const socket = connect(port, '127.0.0.1');
  const send = speakMarionette(socket);
  await send('WebDriver:NewSession', {});
  await send('WebDriver:SetTimeouts', { implicit: PATIENCE_MS, pageLoad: PATIENCE_MS });
  const find = async (selector: string): Promise<{ id: string }> => {
    const found = (await send('WebDriver:FindElement', { using: 'css selector', value: selector })) as {
      value: Record<string, string>;
    };
    return { id: found.value[ELEMENT] ?? '' };
  };
  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `return (async () => (${expression}))()`;
    return ((await send('WebDriver:ExecuteScript', { script, args: [] })) as { value: T }).value;
  };
  /** While the browser leaves a page, evaluation fails. */
  const isTrue = (expression: string) => () => evaluate<boolean>(expression).catch(() => false);
  return {
    open: async (url) => void (await send('WebDriver:Navigate', { url })),
    click: async (selector) => void (await send('WebDriver:ElementClick', await find(selector))),
    type: async (selector, text) =>
      void (await send('WebDriver:ElementSendKeys', { ...(await find(selector)), text })),
    evaluate,
    see: async (text) =>
      void (await waitFor(
        `the text ${text}`,
        isTrue(`document.body.innerText.includes(${JSON.stringify(text)})`),
        PATIENCE_MS,
      )),
    arriveAt: async (url) =>
      void (await waitFor(url, isTrue(`location.href === ${JSON.stringify(url)}`), PATIENCE_MS)),
    async close() {
      socket.destroy();
      child.kill('SIGTERM');
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Commands are `[0, id, name, parameters]` and answers `[1, id, error, result]`, each after its length and a colon. */
function speakMarionette(socket: Socket): (name: string, parameters: object) => Promise<unknown> {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let unread = Buffer.alloc(0);
  let lastId = 0;
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      const colon = unread.indexOf(':');
      const end = colon + 1 + Number(unread.toString('latin1', 0, colon));
      if (colon < 0 || unread.length < end) return;
      const message = JSON.parse(unread.toString('utf8', colon + 1, end)) as unknown;
      unread = unread.subarray(end);
      // The first one is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [1, number, { message: string } | null, unknown];
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  const giveUp = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
  };
  socket.on('error', giveUp);
  socket.on('close', () => giveUp(new Error('Firefox is gone')));
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      const text = JSON.stringify([0, lastId, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}
