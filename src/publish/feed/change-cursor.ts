/** The position of a reader of the change feed. */
export interface ChangeCursor {
  /** Identifies the history to which the positions belong. */
  epoch: string;
  /** The last position that the reader knows. */
  position: number;
  /** For a reader who started at the beginning: the head at that time, until the reader has passed it. */
  start?: number | undefined;
}

/** The regular expression of a cursor. */
export const CURSOR_FORM = String.raw`c1\.([0-9a-f]{12})\.([0-9]{1,15})(?:\.([0-9]{1,15}))?`;
const WHOLE = new RegExp(`^${CURSOR_FORM}$`);

/** Returns the cursor as text: `c1.EPOCH.POSITION`, with `.START` while it reads from the beginning. */
export function formatCursor({ epoch, position, start }: ChangeCursor): string {
  const isBeginning = start !== undefined && position < start;
  return `c1.${epoch}.${position}${isBeginning ? `.${start}` : ''}`;
}

/** Returns the cursor, or undefined for any other text. */
export function parseCursor(text: string): ChangeCursor | undefined {
  const [, epoch, position, start] = WHOLE.exec(text) ?? [];
  if (epoch === undefined) return undefined;
  return { epoch, position: Number(position), ...(start === undefined ? {} : { start: Number(start) }) };
}
