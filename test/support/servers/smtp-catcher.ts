import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail {
  to: string[];
  /** Headers and body as they came, soft line breaks undone. */
  text: string;
}

export interface SmtpCatcher {
  url: string;
  mails: CaughtMail[];
  /** How a mail is answered: taken, refused for now (451), or never. */
  mood: 'takes' | 'refuses' | 'hangs';
  /** Mails that were offered, taken or not. */
  offered: number;
  close(): Promise<void>;
}

/** A mail server on this machine that keeps what it gets. */
export async function startSmtpCatcher(): Promise<SmtpCatcher> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, answer) {
      catcher.offered += 1;
      const keep = async (): Promise<void> => {
        const raw = await readText(stream);
        if (catcher.mood === 'hangs') return;
        if (catcher.mood === 'refuses') {
          answer(Object.assign(new Error('try again later'), { responseCode: 451 }));
          return;
        }
        const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
        catcher.mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        answer();
      };
      void keep();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const catcher: SmtpCatcher = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    mood: 'takes',
    offered: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
  return catcher;
}
