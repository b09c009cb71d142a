export interface WakeSignal {
  wake(): void;
  /** Resolves after `ms`, or at once if woken during or before this call. */
  wait(ms: number): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let isWoken = false;
  let stopWaiting: (() => void) | undefined;
  return {
    wake() {
      isWoken = true;
      stopWaiting?.();
    },
    async wait(ms) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          stopWaiting = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      stopWaiting = undefined;
      isWoken = false;
    },
  };
}
