import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { MEILISEARCH_VERSION } from '../../../src/embedded/embedded-meilisearch.ts';
import { hasRedisServer } from '../../support/servers/redis-server.ts';
import { findServerPort } from '../../support/servers/server-port.ts';
import { waitFor } from '../../support/wait-for.ts';

const root = new URL('../../../', import.meta.url);
const text = await readFile(new URL('docker-compose.yml', root), 'utf8');
const example = await readFile(new URL('.env.example', root), 'utf8');
const dockerfile = await readFile(new URL('Dockerfile', root), 'utf8');

const serviceSchema = z.object({
  image: z.string(),
  build: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  init: z.boolean().optional(),
  user: z.string().optional(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()),
  pids_limit: z.number(),
  mem_limit: z.string(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  restart: z.string(),
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  stop_grace_period: z.string(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z
    .union([z.object({ test: z.array(z.string()) }), z.object({ disable: z.literal(true) })])
    .optional(),
});
const { services, volumes } = z
  .object({ services: z.record(z.string(), serviceSchema), volumes: z.record(z.string(), z.null()) })
  .parse(parse(text, { merge: true }));
const SECRETS = [
  'POSTGRES_PASSWORD',
  'POSTGRES_APP_PASSWORD',
  'POSTGRES_REPLICA_PASSWORD',
  'REDIS_PASSWORD',
  'MEILI_MASTER_KEY',
  'MEILI_SEARCH_KEY',
];
const entries = Object.entries(services);

describe('docker-compose.yml', () => {
  it('has the API, the indexer, the migrations and the three stores', () => {
    const always = entries.filter(([, { profiles }]) => !profiles).map(([name]) => name);
    expect(always.sort()).toEqual(['api', 'indexer', 'meilisearch', 'migrate', 'postgres', 'redis']);
  });

  it('brings Prometheus, Alertmanager and Grafana when asked to', () => {
    const asked = entries.filter(([, { profiles }]) => profiles?.includes('observability'));
    expect(asked.map(([name]) => name).sort()).toEqual(['alertmanager', 'grafana', 'prometheus']);
  });

  it('brings a proxy with TLS when asked to', () => {
    const asked = entries.filter(([, { profiles }]) => profiles?.includes('proxy')).map(([name]) => name);
    expect(asked).toEqual(['caddy']);
  });

  it('has a standby of Postgres when asked to', () => {
    const asked = entries.filter(([, { profiles }]) => profiles?.includes('standby')).map(([name]) => name);
    expect(asked).toEqual(['postgres-replica-role', 'postgres-standby']);
    for (const name of asked) expect(services[name]?.image).toBe(services.postgres?.image);
    expect(volumes).toHaveProperty('postgres-standby');
  });

  it('pins every image to a full version', () => {
    const tags = entries.map(([, service]) => service.image.split(':')[1]);
    for (const tag of tags) expect(tag).toMatch(/^v?\d+\.\d+/);
    expect(services.meilisearch?.image).toBe(`getmeili/meilisearch:v${MEILISEARCH_VERSION}`);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(
      new Set(['node:24.21.0-bookworm-slim', 'scratch', services.postgres?.image]),
    );
  });

  it('starts what depends on a store when that store is healthy', () => {
    for (const [, service] of entries) {
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        if (['migrate', 'postgres-replica-role'].includes(name))
          expect(condition).toBe('service_completed_successfully');
        else {
          expect(condition).toBe('service_healthy');
          expect(services[name]?.healthcheck).toBeDefined();
        }
      }
    }
    expect(Object.keys(services.api?.depends_on ?? {})).toContain('migrate');
    expect(Object.keys(services.indexer?.depends_on ?? {})).toContain('migrate');
  });

  it('has no secret in it, and starts with none left unset', () => {
    for (const name of [...SECRETS, 'TRUST_PROXY', 'PUBLIC_URL']) {
      const uses = text.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g')) ?? [];
      expect(uses.length).toBeGreaterThan(0);
      for (const use of uses) expect(use).toMatch(/^\$\{\w+:\?.+\}$/);
    }
  });

  it('gives each process no more than it needs', () => {
    const uses = (service: string, name: string) =>
      JSON.stringify(services[service]?.environment).includes(`\${${name}:`);
    const users = (name: string) =>
      ['api', 'indexer', 'migrate', 'backups', 'cli'].filter((service) => uses(service, name));
    expect(users('POSTGRES_PASSWORD')).toEqual(['migrate', 'backups', 'cli']);
    expect(users('MEILI_MASTER_KEY')).toEqual(['indexer']);
    expect(users('MEILI_SEARCH_KEY')).toEqual(['api', 'cli']);
    for (const name of ['api', 'indexer', 'migrate']) {
      expect(services[name]?.environment.DATABASE_URL).toMatch(/^postgres:\/\/factshelf_app:/);
    }
  });

  it('lets no container gain rights, nor take all of the machine', () => {
    for (const [name, service] of entries) {
      expect(service, name).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(service.pids_limit, name).toBeLessThanOrEqual(300);
      expect(service.mem_limit, name).toMatch(/^\d+[mg]$/);
    }
    const withRights = entries.filter(([, service]) => service.cap_add).map(([name]) => name);
    expect(withRights).toEqual(['postgres', 'caddy']);
  });

  it('fits a machine of 8 GB, with Caddy and daily backups', () => {
    const inMb = (limit: string) => Number.parseInt(limit, 10) * (limit.endsWith('g') ? 1_024 : 1);
    const run = entries.filter(
      ([, { profiles = ['proxy'] }]) => profiles.includes('proxy') || profiles.includes('backup'),
    );
    const sum = run.reduce((total, [, service]) => total + inMb(service.mem_limit), 0);
    expect(sum).toBe(7_296);
    expect(text).toContain(`${sum.toLocaleString('en')} MB`);
  });

  it('has no password on a command line', () => {
    for (const [name, { command = [] }] of entries)
      for (const secret of SECRETS) expect(command.join(' '), name).not.toContain(`\${${secret}`);
  });

  it.skipIf(!hasRedisServer)('tells Redis its password by standard input', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'factshelf-redis-'));
    const port = await findServerPort();
    const [sh = '', flags = '', script = ''] = services.redis?.command ?? [];
    const ofCompose = script.replaceAll('$$', '$').replace('redis-server -', `redis-server - --port ${port}`);
    const server = spawn(sh, [flags, ofCompose], {
      cwd: folder,
      env: { PATH: process.env['PATH'], REDISCLI_AUTH: 'secret-of-redis' },
      stdio: 'ignore',
    });
    try {
      const ask = (password: string) => {
        const redis = new Redis({ port, password, lazyConnect: true, retryStrategy: null });
        redis.on('error', () => undefined);
        return redis.ping().finally(() => redis.disconnect());
      };
      await waitFor('Redis', () => ask('secret-of-redis').catch(() => undefined));
      await expect(ask('another')).rejects.toThrow();
      expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).toMatch(/^redis-server(?!.*secret)/s);
    } finally {
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    }
  });

  it('publishes the proxy, and what else is published to this machine alone', () => {
    const published = entries.filter(([, service]) => service.ports).map(([name]) => name);
    expect(published).toEqual(['api', 'indexer', 'caddy', 'alertmanager', 'grafana']);
    expect(services.indexer?.ports).toEqual(['127.0.0.1:${INDEXER_METRICS_PORT:-3001}:3001']);
    expect(services.caddy?.ports).toEqual(['80:80', '443:443', '443:443/udp']);
    expect(services.alertmanager?.ports).toEqual(['127.0.0.1:${ALERTMANAGER_PORT:-9093}:9093']);
    expect(services.grafana?.ports).toEqual(['127.0.0.1:${GRAFANA_PORT:-3000}:3000']);
    expect(services.api?.ports).toEqual(['${PUBLISH_ADDRESS:-127.0.0.1}:${PUBLISH_PORT:-8080}:8080']);
  });

  it('watches the health of what stays, as the image does', () => {
    const health = dockerfile.match(/^HEALTHCHECK .* CMD (\[.*\])$/m)?.[1] ?? '';
    for (const name of ['api', 'indexer', 'backups']) {
      expect(services[name]?.healthcheck).toMatchObject({
        test: ['CMD', ...(JSON.parse(health) as string[])],
      });
    }
  });

  it('passes on what .env.example shows, and shows there what it asks for', () => {
    const asked = new Set([...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name));
    const shown = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect(shown).toEqual(expect.arrayContaining([...asked]));
    expect([...asked]).toEqual(expect.arrayContaining(['TRUST_PROXY', 'LOG_LEVEL', 'COOKIE_SECURE']));
  });

  it('passes on each setting that .env.example marks so', () => {
    let isMarked = false;
    let isAfterSetting = false;
    const marked = example.split('\n').flatMap((line) => {
      const name = /^# ([A-Z][A-Z0-9_]*)=/.exec(line)?.[1];
      // A text begins after a setting or an empty line, and is about the settings below it.
      if (name === undefined) {
        if (isAfterSetting || line === '') isMarked = false;
        if (line.startsWith('# (compose')) isMarked = true;
      }
      isAfterSetting = name !== undefined;
      return name !== undefined && isMarked ? [name] : [];
    });
    expect(marked.length).toBeGreaterThan(30);
    expect(marked.filter((name) => !text.includes(`\${${name}:`))).toEqual([]);
    expect(marked).toEqual(expect.arrayContaining(['STOP_DELAY_MS', 'FOLLOW_API_KEY']));
  });

  it('gives the API folders that it may write to', () => {
    for (const [service, name] of [
      ['api', 'dumps'],
      ['api', 'images'],
      ['backups', 'images'],
      ['backups', 'backups'],
      ['cli', 'dumps'],
      ['cli', 'images'],
      ['cli', 'backups'],
    ] as const) {
      expect(services[service]?.volumes?.some((volume) => volume.endsWith(`:/${name}`))).toBe(true);
      // A new volume has the owner of the folder that it covers: the process is not root.
      expect(dockerfile).toMatch(new RegExp(`chown node:node .*/${name}\\b`));
    }
  });

  it('keeps the data of each store in a named volume', () => {
    for (const name of ['postgres', 'redis', 'meilisearch']) {
      expect(volumes).toHaveProperty(name);
      expect(services[name]?.volumes?.some((volume) => volume.startsWith(`${name}:/`))).toBe(true);
    }
  });

  it('sets the stores up as the service needs them', () => {
    expect(services.postgres?.environment.POSTGRES_INITDB_ARGS).toContain('--locale=C.UTF-8');
    const redis = services.redis?.command?.join(' ') ?? '';
    for (const setting of ['--appendonly yes', '--appendfsync everysec', '--maxmemory-policy noeviction']) {
      expect(redis).toContain(setting);
    }
  });

  it('runs the program files that the build makes, as an ordinary user', () => {
    const ours = [services.api, services.indexer, services.migrate, services.backups, services.cli];
    expect(ours.map((service) => [...(service?.entrypoint ?? []), ...(service?.command ?? [])][1])).toEqual([
      'dist/src/main.js',
      'dist/indexer/main.js',
      'dist/src/cli/migrate.js',
      'backup',
      'doctor',
    ]);
    for (const service of ours) expect(service?.init).toBe(true);
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});
