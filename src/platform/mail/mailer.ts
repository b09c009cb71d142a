import { bulkhead, ExponentialBackoff, handleWhen, retry, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Makes up to three attempts, unless the server refuses the mail permanently. Throws the last error. */
  sendWithRetries(mail: Mail): Promise<void>;
  close(): void;
}

const AT_ONCE = 2;
const WAITING = 50;
const PATIENCE_MS = 10_000;

interface MailerOptions {
  /** `smtp://user:password@host:port` or `smtps://…`. */
  url: string;
  from: string;
  patienceMs?: number;
  /** Delay before the second attempt. The delay before the third is at least twice as long. */
  retryAfterMs?: number;
}

/** Sends plain-text mails over SMTP, two at a time. Nothing is stored: a restart loses queued mails. */
export function createMailer(options: MailerOptions): Mailer {
  const { url, from, patienceMs = PATIENCE_MS, retryAfterMs = 2_000 } = options;
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  const inTurn = wrap(bulkhead(AT_ONCE, WAITING), timeout(patienceMs, TimeoutStrategy.Aggressive));
  const isPassing = (error: unknown) => !(Number((error as { responseCode?: unknown }).responseCode) >= 500);
  const attempts = retry(handleWhen(isPassing), {
    maxAttempts: 2,
    backoff: new ExponentialBackoff({ initialDelay: retryAfterMs, maxDelay: 60_000 }),
  });
  const send = async ({ to, subject, text }: Mail): Promise<void> =>
    await inTurn.execute(async () => {
      // An object, so that no part of the address is parsed as another address.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    });
  return {
    sendWithRetries: async (mail) => await attempts.execute(async () => await send(mail)),
    close: () => transport.close(),
  };
}
