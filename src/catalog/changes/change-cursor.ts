/** Where a reader of the change feed is. */
export interface ChangeCursor {
  /** Of the history that the positions belong to. */
  epoch: string;
  /** The last position that the reader knows. */
  position: number;
  /** Of a reader who began at the beginning, until he is past it: the head at that time. */
  start?: number | undefined;
}

/** What callers hold, for a regular expression. */
export const CURSOR_FORM = String.raw`c1\.([0-9a-f]{12})\.([0-9]{1,15})(?:\.([0-9]{1,15}))?`;
const WHOLE = new RegExp(`^${CURSOR_FORM}$`);

/** As callers hold it: `c1.EPOCH.POSITION`, with `.START` while they read from the beginning. */
export function formatCursor({ epoch, position, start }: ChangeCursor): string {
  const isBeginning = start !== undefined && position < start;
  return `c1.${epoch}.${position}${isBeginning ? `.${start}` : ''}`;
}

/** Undefined: this is no cursor of ours. */
export function parseCursor(text: string): ChangeCursor | undefined {
  const [, epoch, position, start] = WHOLE.exec(text) ?? [];
  if (epoch === undefined) return undefined;
  return { epoch, position: Number(position), ...(start === undefined ? {} : { start: Number(start) }) };
}
