/** What helps to understand a request and is never a secret; any other header, known or not, may be one. */
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

/** In a part of a URL, decoded: an API key anywhere, or a parameter whose name ends like that of a secret. */
const SECRET = /pfk_|(?:key|token|password|secret|authorization)=/i;
const MAX_ENCODINGS = 5;

interface Described {
  url: string;
  headers: Record<string, unknown>;
}

/** A request as it is logged: neither its headers nor its URL, however it is encoded, tell a secret. */
export function describeRequest({ headers, url, ...request }: Described): object {
  return {
    ...request,
    url: hideSecrets(url),
    headers: Object.fromEntries(LOGGED_HEADERS.map((name) => [name, headers[name]])),
    // They are in the URL.
    query: undefined,
    params: undefined,
  };
}

/** Segments of the path and parameters that are or may be a secret are hidden as a whole, but for a plain name. */
function hideSecrets(url: string): string {
  return url
    .split(/([/?&;#])/)
    .map((part) => (SECRET.test(decodeFully(part)) ? `${/^[\w-]+=/.exec(part)?.[0] ?? ''}[hidden]` : part))
    .join('');
}

/** ASCII is enough; anything that is no escape stays as it is. */
function decodeFully(text: string): string {
  let decoded = text;
  for (let times = 0; times < MAX_ENCODINGS && decoded.includes('%'); times += 1) {
    decoded = decoded.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return decoded;
}
