import { PROGRESS_INTERVAL_MS } from '../../shared/bridge/tool-extras.ts'

/**
 * Reports the progress of a run: at once, then at most once per interval, with the newest state. Returns
 * `tell`, and `end`, after which further reports are ignored.
 *
 * @param send may throw: progress that is too large is left out.
 */
export function createProgress(send: (given: unknown) => void): {
  readonly tell: (given: unknown) => void
  readonly end: () => void
} {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { readonly given: unknown } | undefined
  let isOver = false

  function flush() {
    timer = undefined
    if (!waiting) return
    const { given } = waiting
    waiting = undefined
    timer = setTimeout(flush, PROGRESS_INTERVAL_MS)
    send(given)
  }

  return {
    tell(given) {
      if (isOver) return
      waiting = { given }
      if (!timer) flush()
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
