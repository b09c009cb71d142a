import type { SeededBug } from './seeded-bug.ts';

/** Roles, sessions, one-time codes, the audit log. */
export const OPERATOR_BUGS: SeededBug[] = [
  {
    name: 'an admin route is open to editors',
    file: 'src/catalog/products/administration/product-admin-routes.ts',
    from: "role: 'admin'",
    to: "role: 'editor'",
    test: 'test/integration/operators/admin-routes.test.ts',
    named: 'every route asks for the role that is written down for it',
  },
  {
    name: 'no CSRF token for deletions',
    file: 'src/access/operators/guard-admin-routes.ts',
    from: 'if (!READS.has(request.method)) checkCsrfToken',
    to: "if (!READS.has(request.method) && request.method !== 'DELETE') checkCsrfToken",
    test: 'test/integration/operators/admin-routes.test.ts',
    named: 'asks for the CSRF token of the session',
  },
  {
    name: 'a session that lasts for days',
    file: 'src/access/session-rows.ts',
    from: 'TOTAL_HOURS = 12',
    to: 'TOTAL_HOURS = 120',
    test: 'test/integration/operators/operator-session.test.ts',
    named: 'a session',
  },
  {
    name: 'the newest session ends instead of the oldest',
    file: 'src/access/session-rows.ts',
    from: 'order by created_at desc, token_hash offset',
    to: 'order by created_at, token_hash offset',
    test: 'test/integration/operators/operator-sign-in.test.ts',
    named: 'ends the oldest session when an operator has three',
  },
  {
    name: 'a one-time code works twice',
    file: 'src/access/operators/sessions/sign-in.ts',
    from: 'step > (operator.totpLastStep ?? 0)',
    to: 'step >= (operator.totpLastStep ?? 0)',
    test: 'test/integration/operators/operator-own-access.test.ts',
    named: 'work once each',
  },
  {
    name: 'codes of five minutes ago',
    file: 'src/access/operators/sessions/totp-code.ts',
    from: 'TOLERANCE = 1',
    to: 'TOLERANCE = 10',
    test: 'test/integration/operators/operator-own-access.test.ts',
    named: 'of another time are refused',
  },
  {
    name: 'a changed role keeps its sessions',
    file: 'src/access/operators/operate-operators.ts',
    from: '    await saveOperatorChange(tx, id, { role });\n    await deleteSessionsOf(tx, id);',
    to: '    await saveOperatorChange(tx, id, { role });',
    test: 'test/integration/operators/operator-administration.test.ts',
    named: 'changes a role, which ends the sessions',
  },
  {
    name: 'a fork of the audit log is not seen',
    file: 'src/platform/audit/verify-audit.ts',
    from: 'if (!isIntact || prevHash.equals(last.hash) || prevHash.equals(last.computed)) return [];',
    to: 'return [];',
    test: 'test/integration/operators/audit/audit-log.test.ts',
    named: 'shows a row that was rewritten together with its hash, and a fork',
  },
];
