import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, configSchema, readConfig } from '../../src/platform/config.ts';

describe('the settings', () => {
  it('have the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 8080,
      INDEXER_PORT: 3001,
      HOST: '127.0.0.1',
      STOP_DELAY_MS: 2_000,
      DATA_DIR: '.data',
      TRUST_PROXY: false,
      LOG_LEVEL: 'info',
      DEMO_CATALOGUE: true,
    });
  });

  it('take an empty value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 8080, DATABASE_URL: undefined });
  });

  it('name every wrong one at once', () => {
    const wrong = { PORT: '99999', DATABASE_URL: 'mysql://x', REDIS_URL: 'nonsense', LOG_LEVEL: 'loud' };
    expect(() => readConfig(wrong)).toThrow(ConfigError);
    for (const name of Object.keys(wrong))
      expect(() => readConfig(wrong)).toThrow(new RegExp(`^${name}: `, 'm'));
  });

  it('name the nodes of OpenSearch one by one, and ask for one where it is the engine', () => {
    const urls = 'https://user:word@one:9200, http://two:9200';
    expect(readConfig({ SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: urls }).OPENSEARCH_URL).toEqual([
      'https://user:word@one:9200',
      'http://two:9200',
    ]);
    expect(() => readConfig({ SEARCH_ENGINE: 'opensearch' })).toThrow(/^OPENSEARCH_URL: must be set/);
    expect(() => readConfig({ OPENSEARCH_URL: 'http://one:9200,two:9200' })).toThrow(/^OPENSEARCH_URL/);
    expect(() => readConfig({ SEARCH_ENGINE: 'other' })).toThrow(/^SEARCH_ENGINE: /);
  });

  it('do not take the word false for true', () => {
    expect(readConfig({ DEMO_CATALOGUE: 'false' }).DEMO_CATALOGUE).toBe(false);
    expect(readConfig({ TRUST_PROXY: '0' }).TRUST_PROXY).toBe(0);
  });

  it('trust a proxy only with the public address of the service', () => {
    const PUBLIC_URL = 'https://facts.example.org';
    expect(readConfig({ TRUST_PROXY: '2', PUBLIC_URL }).TRUST_PROXY).toBe(2);
    for (const TRUST_PROXY of ['1', '10.0.0.0/8', 'loopback'])
      expect(() => readConfig({ TRUST_PROXY })).toThrow(/^PUBLIC_URL: must be set/);
  });

  it('let caches keep answers only with the public address of the service', () => {
    const PUBLIC_URL = 'https://facts.example.org';
    expect(readConfig({ CDN_CACHE_SECONDS: '60', PUBLIC_URL }).CDN_CACHE_SECONDS).toBe(60);
    expect(readConfig({ CDN_CACHE_SECONDS: '0' }).CDN_CACHE_SECONDS).toBe(0);
    expect(() => readConfig({ CDN_CACHE_SECONDS: '60' })).toThrow(/^PUBLIC_URL: must be set/);
  });

  it('take a provider of the sign-in with all that it needs, over TLS unless it is on this machine', () => {
    const whole = {
      OIDC_ISSUER: 'https://id.example.org/realms/shop',
      OIDC_CLIENT_ID: 'factshelf',
      OIDC_ROLES: '/shelf/admins=admin, a=b=editor',
      PUBLIC_URL: 'https://facts.example.org',
    };
    expect(readConfig({ ...whole, PASSWORD_SIGN_IN: 'off' })).toMatchObject({
      PASSWORD_SIGN_IN: false,
      OIDC_SCOPES: 'openid email profile',
      OIDC_ROLES: [
        { value: '/shelf/admins', role: 'admin' },
        { value: 'a=b', role: 'editor' },
      ],
    });
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_ROLES', 'PUBLIC_URL'])
      expect(() => readConfig({ ...whole, [name]: '' })).toThrow(new RegExp(`^${name}: must be set`));
    expect(() => readConfig({ PASSWORD_SIGN_IN: 'off' })).toThrow(/^OIDC_ISSUER: must be set/);
    for (const roles of ['admins', 'admins=boss', '=admin', 'a=admin,,'])
      expect(() => readConfig({ ...whole, OIDC_ROLES: roles })).toThrow(/^OIDC_ROLES: /m);
    for (const issuer of ['http://localhost:9', 'http://127.0.0.1:9', 'http://[::1]:9'])
      expect(readConfig({ ...whole, OIDC_ISSUER: issuer }).OIDC_ISSUER).toBe(issuer);
    for (const issuer of [
      'http://id.example.org',
      'http://127.0.0.1.example.org',
      'http://localhost.example.org',
    ])
      expect(() => readConfig({ ...whole, OIDC_ISSUER: issuer })).toThrow(/^OIDC_ISSUER: must be https/);
    expect(() => readConfig({ ...whole, OIDC_SCOPES: 'email' })).toThrow(/^OIDC_SCOPES: must have openid/);
  });

  it('are all in .env.example, with their defaults', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const [own] = example.split('# For docker compose only');
    const shown: Record<string, string | undefined> = Object.fromEntries(
      [...(own ?? '').matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    // Those that OpenTelemetry's SDK reads by itself.
    const ofSdk = ['EXPORTER_OTLP_HEADERS', 'RESOURCE_ATTRIBUTES', 'TRACES_SAMPLER', 'TRACES_SAMPLER_ARG'];
    expect(Object.keys(shown).sort()).toEqual(
      [...Object.keys(configSchema.shape), ...ofSdk.map((name) => `OTEL_${name}`)].sort(),
    );
    const servers = [
      'DATABASE_URL',
      'MIGRATION_DATABASE_URL',
      'DATABASE_READ_URL',
      'REDIS_URL',
      'OPENSEARCH_URL',
      'MEILI_URL',
      'MEILI_MASTER_KEY',
      'MEILI_SEARCH_KEY',
    ];
    const defaults = Object.fromEntries(Object.entries(shown).filter(([name]) => !servers.includes(name)));
    expect(readConfig(defaults)).toEqual(readConfig({}));
  });
});
