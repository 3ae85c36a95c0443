import type { AlcoveError } from '../../shared/errors.ts'

/** One timer for the phases of a call; starting a phase ends the one before. */
export interface Deadline {
  start(ms: number, createError: () => AlcoveError): void
  stop(): void
}

export function createDeadline(onExpire: (error: AlcoveError) => void): Deadline {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    start(ms, createError) {
      stop()
      timer = setTimeout(() => onExpire(createError()), ms)
    },
    stop,
  }
}
