import { isIP } from 'node:net';
import { mayConnect, PUBLIC_PORTS, type Networks } from '../../platform/outbound/may-connect.ts';
import { isInternalHost } from '../../platform/text/internal-host.ts';

const HTTPS = 443;

/** The address of a webhook. */
export interface Receiver {
  /** As the URL parser normalises it. */
  url: string;
  /** Host and port; without a port it is 443. */
  host: string;
}

/**
 * Parses the address of a webhook. A host name is resolved and checked only at each delivery.
 * @returns the receiver, or an error message for the webhook’s owner
 */
export function readReceiver(text: string, permitted: Networks): Receiver | string {
  // The URL parser silently drops some of these characters.
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return 'must be an https address';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must be an https address';
  if (url.username !== '' || url.password !== '') return 'must not name a user or a password';
  const port = portOf(url);
  const address = literalOf(url);
  // The parser has turned octal, hexadecimal and single-number IPv4 addresses into four decimal numbers.
  if (address !== undefined && !mayConnect(address, port, permitted))
    return 'must not be an address of an inner network, nor have a port other than 443 and 8443';
  if (address === undefined && permitted.length === 0) {
    if (isInternalHost(url.hostname)) return 'must not be a name of an inner network';
    if (!PUBLIC_PORTS.includes(port)) return 'must have the port 443 or 8443';
  }
  url.hash = '';
  return { url: url.href, host: url.host };
}

function portOf(url: URL): number {
  return url.port === '' ? HTTPS : Number(url.port);
}

/** Returns the IP address of a URL without brackets, or undefined when its host is a name. */
function literalOf({ hostname }: URL): string | undefined {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(host) === 0 ? undefined : host;
}
