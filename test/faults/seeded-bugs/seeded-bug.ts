/** A known bug, and the test that is there to catch it. */
export interface SeededBug {
  name: string;
  file: string;
  /** Exactly this text … */
  from: string;
  /** … becomes this. */
  to: string;
  /** More of the same bug, in the same file. */
  also?: { from: string; to: string }[];
  test: string;
  /** Part of the test's full name, that of its suite included. */
  named: string;
}
