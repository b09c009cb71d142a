/** Headers that are useful and never secret. Any other header may be secret. */
const LOGGED_HEADERS = [
  'host',
  'user-agent',
  'origin',
  'x-forwarded-for',
  'x-forwarded-proto',
  'accept',
  'accept-encoding',
  'content-type',
  'content-length',
  'transfer-encoding',
  'if-none-match',
];

/** A decoded part of a URL with an API key, or with a parameter whose name ends like that of a secret. */
const SECRET = /pfk_|(?:key|token|password|secret|authorization)=|^(?:code|state)=/i;
const MAX_ENCODINGS = 5;

interface Described {
  url: string;
  headers: Record<string, unknown>;
}

/** Describes a request for the log, without secrets in its headers or its URL, however encoded. */
export function describeRequest({ headers, url, ...request }: Described): object {
  return {
    ...request,
    url: hideSecrets(url),
    headers: Object.fromEntries(LOGGED_HEADERS.map((name) => [name, headers[name]])),
    // The URL contains both.
    query: undefined,
    params: undefined,
  };
}

/** Hides path segments and parameters that may be secret, except the plain name of a parameter. */
export function hideSecrets(url: string): string {
  return url
    .split(/([/?&;#])/)
    .map((part) => (SECRET.test(decodeFully(part)) ? `${/^[\w-]+=/.exec(part)?.[0] ?? ''}[hidden]` : part))
    .join('');
}

/** Decodes ASCII escapes repeatedly. Leaves everything else unchanged. */
function decodeFully(text: string): string {
  let decoded = text;
  for (let times = 0; times < MAX_ENCODINGS && decoded.includes('%'); times += 1) {
    decoded = decoded.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return decoded;
}
