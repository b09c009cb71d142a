import type { Replacement } from '../../support/servers/copied-sources.ts';

/** A known bug, and the test that is there to catch it. */
export interface SeededBug extends Replacement {
  name: string;
  file: string;
  /** More of the same bug, in the same file. */
  also?: Replacement[];
  test: string;
  /** Part of the test's full name, that of its suite included. */
  named: string;
}
