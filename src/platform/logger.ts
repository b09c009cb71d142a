import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

/** Matches an API key, also where some of its characters are percent-encoded. */
const KEY_TEXT = /(?:p|%70)(?:f|%66)(?:k|%6b)(?:_|%5f)(?:\w|%[0-9a-f]{2})+/gi;
const SECRET_PARAMETER = /([?&](?:api_?key|key|token|password)=)[^&#"\\\s]+/gi;

/**
 * Returns a logger of JSON lines on standard output, without secrets. `Set-Cookie` is removed, only harmless request
 * headers are logged, and API keys are removed from every line, wherever a caller or an error put one.
 */
export function createLogger(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: { paths: ['res.headers["set-cookie"]'], remove: true },
    serializers: { err: describeError },
    hooks: { streamWrite: hideSecrets },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Removes API keys from a line. The line must stay JSON: characters that may be part of an escape are not replaced. */
function hideSecrets(line: string): string {
  return line.replace(KEY_TEXT, 'pfk_[hidden]').replace(SECRET_PARAMETER, '$1[hidden]');
}

/** A failed query is logged without its values: e-mail addresses and password hashes are among them. */
function describeError(error: Error): object {
  const described = stdSerializers.err(error);
  if (!('params' in described)) return described;
  const { params: _, ...rest } = described;
  return { ...rest, message: withoutValues(rest.message), stack: withoutValues(rest.stack) };
}

function withoutValues(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '');
}
