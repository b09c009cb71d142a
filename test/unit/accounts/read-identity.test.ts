import { expect, it } from 'vitest';
import { readIdentity } from '../../../src/access/operators/oidc/read-identity.ts';

const OIDC_ROLES = [
  { value: 'staff', role: 'reviewer' as const },
  { value: 'owners', role: 'admin' as const },
];
const roleOf = (claims: Record<string, unknown>, OIDC_ROLE_CLAIM = 'groups') =>
  readIdentity({ iss: 'https://id.example.org', sub: '1', ...claims }, { OIDC_ROLE_CLAIM, OIDC_ROLES }).role;

it('gives the highest role of the values, wherever the claim is', () => {
  expect(roleOf({ groups: ['owners', 'staff', 'others'] })).toBe('admin');
  expect(roleOf({ groups: 'staff' })).toBe('reviewer');
  expect(roleOf({ realm_access: { roles: ['owners'] } }, 'realm_access.roles')).toBe('admin');
  expect(roleOf({ 'https://shop.example/roles': ['staff'] }, 'https://shop.example/roles')).toBe('reviewer');
});

it.each([
  {},
  { groups: [] },
  { groups: null },
  { groups: true },
  { groups: { staff: true } },
  { groups: [['owners']] },
  { groups: ['OWNERS', ' owners', 'owners,staff', 'admin'] },
  { realm_access: { groups: ['owners'] } },
])('gives no role for %j', (claims) => {
  expect(roleOf(claims)).toBeUndefined();
});

it('does not look into what every object has', () => {
  expect(roleOf({}, 'constructor.name')).toBeUndefined();
  expect(roleOf({ groups: ['staff'] }, 'groups.length')).toBeUndefined();
});
