/** Returns a signal that aborts on SIGINT, on SIGTERM, and when the parent process is gone. */
export function stopOnSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('It was told to stop.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  process.once('disconnect', stop);
  return stopping.signal;
}
