/** Roles in ascending order; each includes the rights of the one before. */
export const ROLES = ['reviewer', 'editor', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** A signed-in operator. */
export interface Operator {
  id: string;
  email: string;
  role: Role;
}

export interface SignedIn {
  operator: Operator;
  /** The SHA-256 of the session's token. */
  sessionHash: Buffer;
  /** Expected value of `X-CSRF-Token` on writes of this session. */
  csrfToken: string;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the session check before every handler of /api/admin that requires a role. */
    signedIn?: SignedIn;
  }
}

export function mayActAs(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}
