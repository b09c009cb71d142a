import { connect, type PeerCertificate } from 'node:tls';
import type { Config } from '../platform/config.ts';
import { fine, wrong, type Finding } from './doctor-contract.ts';
import { PATIENCE_MS } from './servers.ts';

const DAY_MS = 86_400_000;
const FEW_DAYS = 14;

/** Checks the certificates of servers in the settings that are reached by TLS. */
export async function checkCertificates(config: Config, now = Date.now()): Promise<Finding[]> {
  const { PUBLIC_URL, OIDC_ISSUER, SMTP_URL, S3_ENDPOINT, MEILI_URL, OPENSEARCH_URL } = config;
  const given = {
    PUBLIC_URL,
    OIDC_ISSUER,
    SMTP_URL,
    S3_ENDPOINT,
    MEILI_URL,
    OPENSEARCH_URL: OPENSEARCH_URL?.[0],
  };
  const found = Object.entries(given).map(async ([name, url]): Promise<Finding[]> => {
    if (url === undefined || !/^(https|smtps):/.test(url)) return [];
    return [await checkOne(name, new URL(url), now)];
  });
  return (await Promise.all(found)).flat();
}

async function checkOne(name: string, { hostname, port, protocol }: URL, now: number): Promise<Finding> {
  const check = 'certificates';
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const number = Number(port) || (protocol === 'smtps:' ? 465 : 443);
  let seen: { certificate: PeerCertificate; problem: string | undefined };
  try {
    seen = await readCertificate(host, number);
  } catch {
    return fine(check, `${host}:${number} (${name}) cannot be reached from here: not looked at.`);
  }
  const days = Math.floor((Date.parse(seen.certificate.valid_to) - now) / DAY_MS);
  const says = `The certificate of ${host} (${name}) ends in ${days} days.`;
  if (days < FEW_DAYS) return wrong(check, says, 'renew it, and look why nothing renewed it by itself');
  if (seen.problem === undefined) return fine(check, says);
  return wrong(
    check,
    `The certificate of ${host} (${name}) is not trusted: ${seen.problem}.`,
    'one of a known authority, or NODE_EXTRA_CA_CERTS',
  );
}

/** Also reads an untrusted certificate. */
async function readCertificate(host: string, port: number) {
  return await new Promise<{ certificate: PeerCertificate; problem: string | undefined }>(
    (resolve, reject) => {
      const socket = connect({ host, port, servername: host, rejectUnauthorized: false });
      socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('it does not answer')));
      socket.once('error', reject);
      socket.once('secureConnect', () => {
        const { authorizationError: problem } = socket;
        resolve({ certificate: socket.getPeerCertificate(), problem: problem ? String(problem) : undefined });
        socket.destroy();
      });
    },
  );
}
