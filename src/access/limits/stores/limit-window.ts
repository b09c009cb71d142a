const WINDOW_S = 60;

export interface LimitWindow {
  /** Minutes since 1970, which number the window. */
  minute: number;
  /** Its end in Unix seconds. */
  resetAtS: number;
  /** Seconds to its end: 1 to 60. */
  resetInS: number;
}

/** Returns the fixed window of one clock minute that a Unix second falls into. */
export function buildWindow(nowS: number): LimitWindow {
  const minute = Math.floor(nowS / WINDOW_S);
  const resetAtS = (minute + 1) * WINDOW_S;
  return { minute, resetAtS, resetInS: resetAtS - nowS };
}
