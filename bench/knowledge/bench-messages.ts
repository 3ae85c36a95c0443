import type { ChildProcess } from 'node:child_process'

/** Orders to the process that is measured, and its reports. */
export type BenchOrder =
  | { readonly type: 'index'; readonly pieces: number }
  | { readonly type: 'search'; readonly pieces: number; readonly questions: number }

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
