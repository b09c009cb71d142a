const WINDOW_S = 60;

export interface LimitWindow {
  /** Minutes since 1970: the number of the window. */
  minute: number;
  /** Its end in Unix seconds. */
  resetAtS: number;
  /** From now to its end: 1 to 60. */
  resetInS: number;
}

/** The fixed window of one minute by the clock that a whole Unix second falls into. */
export function buildWindow(nowS: number): LimitWindow {
  const minute = Math.floor(nowS / WINDOW_S);
  const resetAtS = (minute + 1) * WINDOW_S;
  return { minute, resetAtS, resetInS: resetAtS - nowS };
}
