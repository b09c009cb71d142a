/** Every command, by the name that people type. A command runs when it is loaded. */
const COMMANDS: Record<string, () => Promise<unknown>> = {
  audit: () => import('./audit.ts'),
  backup: () => import('./backup/backup.ts'),
  doctor: () => import('./doctor.ts'),
  dump: () => import('./dump.ts'),
  follow: () => import('./follow.ts'),
  health: () => import('./health.ts'),
  import: () => import('./import/import.ts'),
  key: () => import('./key.ts'),
  migrate: () => import('./migrate.ts'),
  operator: () => import('./operator.ts'),
  reindex: () => import('./reindex.ts'),
  restore: () => import('./backup/restore.ts'),
  sources: () => import('./sources.ts'),
};

/** `factshelf COMMAND …`: runs a command by its name where there is no npm. */
const name = process.argv[2] ?? '';
if (Object.hasOwn(COMMANDS, name)) {
  // The command finds its own arguments where it would find them without this program.
  process.argv.splice(2, 1);
  await COMMANDS[name]?.();
} else {
  process.stderr.write(
    `factshelf COMMAND …, where COMMAND is one of:\n  ${Object.keys(COMMANDS).join('\n  ')}\n`,
  );
  process.exitCode = 1;
}
