import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { platform, setPriority } from 'node:os'

/** Below this server itself, whose other callers wait for answers. */
export const PDF_PRIORITY = 10
/**
 * Half of a younger file's share of a core that both want. Three steps and no more: a server without
 * privileges cannot raise a priority again, so a long file ends with this one (decision 58).
 */
export const PDF_SLOW_PRIORITY = 13
/** Processor time after which a file leaves the cores to newer ones. */
export const PDF_QUICK_MS = 1_000

/** Does nothing for a process that did not start or has ended, or if the system has no priorities. */
export function setConverterPriority({ pid }: Pick<ChildProcess, 'pid'>, priority: number): void {
  if (pid === undefined) return
  try {
    // In Linux each thread has its own priority, and PDFium renders in one of them.
    const threads = platform() === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid]
    for (const thread of threads) setPriority(thread, priority)
  } catch {
    // The process ended in between.
  }
}
