/** What an operator may do: each role may do what the one before it may. */
export const ROLES = ['reviewer', 'editor', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** Who is signed in. */
export interface Operator {
  id: string;
  email: string;
  role: Role;
}

export interface SignedIn {
  operator: Operator;
  /** The SHA-256 of the session's token. */
  sessionHash: Buffer;
  /** What `X-CSRF-Token` must say on every write of this session. */
  csrfToken: string;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the session check before every handler of /api/admin that asks for a role. */
    signedIn?: SignedIn;
  }
}

export function mayActAs(role: Role, wanted: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}
