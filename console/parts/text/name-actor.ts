/** Returns who did something: an operator by e-mail, or the rule that decided. */
export function nameActor(
  email: string | null,
  { actor, after }: { actor: string; after: Record<string, unknown> | null },
): string {
  const rule = after?.['rule'];
  return email ?? (typeof rule === 'string' ? `the rule “${rule}”` : actor);
}
