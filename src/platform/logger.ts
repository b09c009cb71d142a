import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';

/** Matches an API key, also where some of its characters are percent-encoded. */
const KEY_TEXT = /(?:p|%70)(?:f|%66)(?:k|%6b)(?:_|%5f)(?:\w|%[0-9a-f]{2})+/gi;
const SECRET_PARAMETER = /([?&](?:api_?key|key|token|password)=)[^&#"\\\s]+/gi;

const STDOUT = 1;
const FOR_PEOPLE = { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true };

/**
 * Returns a logger without secrets: lines for people on a terminal, JSON lines elsewhere. `Set-Cookie` and `Location` are removed, only harmless request
 * headers are logged, and API keys are removed from every line, wherever a caller or an error put one.
 * @param mixin returns further members of each line
 */
export function createLogger(
  name: string,
  level: string,
  destination: DestinationStream & { isTTY?: boolean } = process.stdout,
  mixin?: () => object,
): Logger {
  const options = {
    name,
    level,
    redact: { paths: ['res.headers["set-cookie"]', 'res.headers.location'], remove: true },
    serializers: { err: describeError },
    hooks: { streamWrite: hideSecrets, logMethod },
    ...(mixin && { mixin }),
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  const isOwn = destination === process.stdout;
  if (destination.isTTY)
    return pino(options, pretty({ ...FOR_PEOPLE, destination: isOwn ? STDOUT : destination }));
  return isOwn ? pino(options) : pino(options, destination);
}

/** An error alone would be logged with its own message, values and all. */
const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (given, method) {
  const [error] = given as unknown[];
  if (given.length > 1 || !(error instanceof Error)) method.apply(this, given);
  else method.call(this, { err: error } as never, messageOf(error));
};

/** Removes API keys from a line. The line must stay JSON: characters that may be part of an escape are not replaced. */
function hideSecrets(line: string): string {
  return line.replace(KEY_TEXT, 'pfk_[hidden]').replace(SECRET_PARAMETER, '$1[hidden]');
}

/** A failed statement is logged without its values: e-mail addresses and password hashes are among them. */
function describeError(error: Error): object {
  const described = stdSerializers.err(error);
  const hide = (text: string) =>
    listErrors(error).reduce((hidden, one) => hidden.replaceAll(one.message, () => messageOf(one)), text);
  const { params: _params, detail: _detail, where: _where, ...rest } = described as typeof described & Values;
  return { ...rest, message: hide(rest.message), stack: hide(rest.stack) };
}

/** Properties of the errors of Drizzle and Postgres that hold values. */
interface Values {
  params?: unknown;
  detail?: unknown;
  where?: unknown;
}

/** Returns the error and its causes, without those that have no message. */
function listErrors(error: unknown, levels = 5): Error[] {
  if (!(error instanceof Error) || levels === 0) return [];
  return [...(error.message === '' ? [] : [error]), ...listErrors(error.cause, levels - 1)];
}

/** Returns the message of an error without the values of a failed statement. */
export function messageOf(error: Error): string {
  const message = error.message.replace(/\nparams: [\s\S]*$/, '');
  // Of a value that does not fit, Postgres quotes the value itself (errors of class 22).
  const isOfValue = 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');
  return isOfValue ? message.replace(/"[\s\S]*"/, '"[hidden]"') : message;
}
