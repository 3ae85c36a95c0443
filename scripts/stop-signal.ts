const PARENT_CHECK_MS = 250

/**
 * Aborts once when this script is asked to end: by SIGTERM, by Ctrl-C, or because the process that
 * started it is gone. A second request changes nothing, for npm's launcher sends SIGTERM twice.
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
