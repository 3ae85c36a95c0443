import { PROGRESS_INTERVAL_MS } from '../../shared/bridge/tool-extras.ts'

/**
 * How a run tells how far it is: at once, then at most once an interval, of which the newest counts. Returns
 * that, and how to end it: what comes later is nobody's news.
 *
 * @param send may throw: what is too large to be told is left out.
 */
export function createProgress(
  send: (given: unknown) => void,
): readonly [tell: (given: unknown) => void, end: () => void] {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: readonly [given: unknown] | undefined
  let isOver = false

  function flush() {
    timer = undefined
    if (!waiting) return
    const [given] = waiting
    waiting = undefined
    timer = setTimeout(flush, PROGRESS_INTERVAL_MS)
    send(given)
  }

  return [
    (given) => {
      if (isOver) return
      waiting = [given]
      if (!timer) flush()
    },
    () => {
      isOver = true
      clearTimeout(timer)
    },
  ]
}
