import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Makes a certificate for 127.0.0.1 with its key. Returns the file with both, as proxies read it, and the certificate. */
export function makeCertificate(dir: string): { file: string; certificate: string } {
  const key = path.join(dir, 'key.pem');
  const out = path.join(dir, 'certificate.pem');
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const how = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...name,
    '-keyout',
    key,
    '-out',
    out,
  ];
  const { status, stderr } = spawnSync('openssl', how, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  const certificate = readFileSync(out, 'utf8');
  const file = path.join(dir, 'factshelf.pem');
  writeFileSync(file, certificate + readFileSync(key, 'utf8'));
  return { file, certificate };
}
