import type { ChildProcess } from 'node:child_process'
import { PDF_QUICK_MS, PDF_SLOW_PRIORITY, setConverterPriority } from './converter-priority.ts'

/**
 * Seconds of wall clock for each second of the processor's limit. A long file that newer ones overtake all
 * the time on one core gets more than an eighth of it, so its processor limit ends it, not the clock.
 */
export const PDF_CLOCK_RATIO = 8

export type PdfOverrun = 'processor' | 'clock'

export interface ConverterWatch {
  /** Records the processor time that the process reports. */
  note(processorMs: number): void
  /** The limit that ended the process; `undefined` if none did. */
  overrun(): PdfOverrun | undefined
  stop(): void
}

/**
 * Kills a converter over its limit of processor time. The wall clock is for one that reports nothing: it
 * waits for a core, or hangs.
 */
export function watchConverter(
  child: Pick<ChildProcess, 'pid' | 'kill'>,
  processorMs: number,
): ConverterWatch {
  let overrun: PdfOverrun | undefined
  let isQuick = true

  function end(limit: PdfOverrun) {
    overrun ??= limit
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => end('clock'), processorMs * PDF_CLOCK_RATIO)

  return {
    note(usedMs) {
      if (usedMs > processorMs) end('processor')
      else if (isQuick && usedMs > PDF_QUICK_MS) {
        isQuick = false
        setConverterPriority(child, PDF_SLOW_PRIORITY)
      }
    },
    overrun: () => overrun,
    stop: () => clearTimeout(timer),
  }
}
