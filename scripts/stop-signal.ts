const PARENT_CHECK_MS = 250

/**
 * Aborts when this script is asked to end: by SIGTERM, by Ctrl-C, or because its parent process is gone.
 * Further requests are ignored, because npm's launcher sends SIGTERM twice.
 */
export function createStopSignal(): AbortSignal {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, PARENT_CHECK_MS).unref()
  return stopping.signal
}
