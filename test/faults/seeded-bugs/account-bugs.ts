import type { SeededBug } from './seeded-bug.ts';

/** Keys, their revocation, and who may log in. */
export const ACCOUNT_BUGS: SeededBug[] = [
  {
    name: 'a revocation is felt after a minute',
    file: 'src/access/accounts/keys/key-check.ts',
    from: 'FRESH_MS = 900',
    to: 'FRESH_MS = 60_000',
    test: 'test/integration/accounts/api-key-authentication.test.ts',
    named: 'a revocation is felt within a second by one that nobody tells',
  },
  {
    name: 'a blocked account keeps its key',
    file: 'src/access/accounts/operate-accounts.ts',
    from: '    if (isBlocked) await revokeActiveKey(tx, account.id, author);\n',
    to: '',
    test: 'test/integration/accounts/account-administration.test.ts',
    named: 'is blocked and unblocked',
  },
  {
    name: 'an old key takes the newer one with it',
    file: 'src/access/accounts/operate-accounts.ts',
    from: '    if (found?.revokedAt) throw',
    to: '    if (!found) throw',
    test: 'test/integration/accounts/account-keys.test.ts',
    named: 'cannot be revoked twice, and takes no newer key with it',
  },
  {
    name: 'wrong keys in a second header are passed over',
    file: 'src/platform/http/callers/authenticate.ts',
    from: 'keys.every((other) => other === key)',
    to: 'true',
    test: 'test/integration/accounts/api-key-authentication.test.ts',
    named: 'contradictory',
  },
  {
    name: 'success forgives no failure',
    file: 'src/access/accounts/passwords/login-guard.ts',
    from: '[emailFailures.delete(account), addressFailures.reward(address)]',
    to: '[addressFailures.reward(address)]',
    test: 'test/integration/accounts/login-guard.test.ts',
    named: 'are forgiven an e-mail by one success',
  },
  {
    name: 'a common password in capitals',
    file: 'src/access/accounts/passwords/password-rules.ts',
    from: 'COMMON_PASSWORDS.has(folded)',
    to: 'COMMON_PASSWORDS.has(password)',
    test: 'test/unit/accounts/password-rules.test.ts',
    named: 'refuses the same in capitals',
  },
];
