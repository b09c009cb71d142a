import type { Server } from 'node:http';
import { once } from 'node:events';
import { Provider } from 'oidc-provider';
import { createOidcProvider } from '../../../src/access/operators/oidc/oidc-provider.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { findServerPort } from '../servers/server-port.ts';

/** What the provider says of a person; `sub` is the login. */
export interface Person {
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

export interface TestProvider {
  issuer: string;
  /** Who has an account there, by login. */
  people: Map<string, Person>;
  /** The settings of a service at `publicUrl` whose operators sign in here. */
  settings: Record<string, string>;
  /** The client of these settings. */
  client: (more?: Record<string, string>) => NonNullable<ReturnType<typeof createOidcProvider>>;
  /** Signs in as a browser does, and returns the address to which the provider sends it back. */
  signIn: (address: string, login: string) => Promise<string>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

export const CLIENT_SECRET = 'a-secret-of-the-client';
export const OIDC_ROLES = 'shelf-admins=admin,shelf-editors=editor,shelf-reviewers=reviewer';

/** A certified provider of OpenID Connect on this machine, with one client. Any password is right. */
export async function startOidcProvider(publicUrl: string): Promise<TestProvider> {
  const port = await findServerPort();
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'factshelf',
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${publicUrl}/console/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/console`],
      },
    ],
    scopes: ['openid', 'email', 'profile', 'groups'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of this test'] },
    findAccount: (_context, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) };
    },
  });
  const settings = {
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'factshelf',
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_NAME: 'Example ID',
    OIDC_SCOPES: 'openid email groups',
    OIDC_ROLES,
  };
  let server: Server | undefined;
  const start = async () => {
    server = provider.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await start();
  return {
    issuer,
    people,
    settings,
    client: (more) => {
      const client = createOidcProvider(readConfig({ ...settings, ...more }));
      if (!client) throw new Error('these settings name no provider');
      return client;
    },
    signIn: (address, login) => signInAt(issuer, address, login),
    start,
    stop: async () => {
      server?.closeAllConnections();
      await new Promise((resolve) => void server?.close(resolve));
    },
  };
}

async function signInAt(issuer: string, address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = address;
  for (let steps = 0; at.startsWith(issuer); steps += 1) {
    if (steps > 10) throw new Error(`the provider leads nowhere: ${at}`);
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const shown = await fetch(at, { headers: { Cookie }, redirect: 'manual' });
    const prompt = /name="prompt" value="(\w+)"/.exec(await shown.text())?.[1];
    const answer = prompt
      ? await fetch(at, {
          method: 'POST',
          headers: { Cookie },
          redirect: 'manual',
          body: new URLSearchParams({ prompt, login, password: 'any' }),
        })
      : shown;
    for (const cookie of [...shown.headers.getSetCookie(), ...answer.headers.getSetCookie()]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`the provider answered ${answer.status} at ${at}`);
    at = new URL(next, at).href;
  }
  return at;
}
