/** Time after opening at which the panel tells that there is still no look. */
export const LOOK_TIMEOUT_MS = 5_000

/**
 * Watches whether an open panel waits too long for its look.
 *
 * @param onLate called when the time is over.
 */
export function createLateLook(onLate: () => void, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLate = false

  function expect(isExpected: boolean) {
    if (isExpected === (timer !== undefined)) return
    clearTimeout(timer)
    isLate = false
    timer = isExpected
      ? setTimeout(() => {
          isLate = true
          onLate()
        }, LOOK_TIMEOUT_MS)
      : undefined
  }

  signal.addEventListener('abort', () => expect(false))
  return {
    /** Starts or ends the wait. */
    expect,
    isLate: () => isLate,
  }
}
