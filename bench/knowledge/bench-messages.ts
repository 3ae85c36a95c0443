import type { ChildProcess } from 'node:child_process'
import type { BenchQuestion } from './make-pieces.ts'

/** Orders to the process that is measured, and its reports. */
export type BenchOrder =
  | { readonly type: 'index'; readonly pieces: number }
  | {
      readonly type: 'search'
      /** Made by the parent, whose work does not hold the calls of the measured process. */
      readonly questions: readonly BenchQuestion[]
      /** Other questions, asked before, for code and caches. */
      readonly warmUp: readonly BenchQuestion[]
    }

export type BenchReport =
  | { readonly type: 'ready' }
  | {
      readonly type: 'indexed'
      readonly ms: number
      /** Resident memory at its highest, above that before. */
      readonly memoryMib: number
    }
  | {
      readonly type: 'searched'
      readonly times: readonly number[]
      /** Processor time of all threads, with that of open streams. */
      readonly cpuMs: number
      /** Share of questions whose piece was one of the first five. */
      readonly recallAt5: number
    }

/** Resolves with the process's next report. */
export function nextReport(child: ChildProcess): Promise<BenchReport> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('The measured process ended.'))
    child.once('exit', onExit)
    child.once('message', (report) => {
      child.off('exit', onExit)
      resolve(report as BenchReport)
    })
  })
}
