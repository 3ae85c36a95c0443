import { AlcoveError } from '../../shared/errors.ts'
import { createWorkerAddress } from '../../shared/worker-address.ts'
import { untilAborted } from './clock.ts'
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from './puzzle-worker.ts?worker&url'
import type { Puzzle } from './solve-puzzle.ts'

const address = createWorkerAddress('alcove-puzzle', workerUrl)

/**
 * Solves a puzzle in a worker, so that typing and scrolling continue.
 *
 * @throws AlcoveError `unavailable` if the worker cannot start; the signal's reason, which also ends the work.
 */
export async function solveInWorker(puzzle: Puzzle, signal: AbortSignal): Promise<number> {
  // Limit: PUZZLE_TIMEOUT_MS of the caller, "a puzzle without end is given up".
  const worker = new Worker(address(), { type: 'module' })
  try {
    // Limit: PUZZLE_TIMEOUT_MS of the caller, "a puzzle without end is given up".
    const solved = new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
      worker.onerror = () =>
        reject(new AlcoveError('unavailable', 'The worker that solves the puzzle failed.'))
    })
    worker.postMessage(puzzle, [])
    return await untilAborted(signal, solved)
  } finally {
    worker.terminate()
  }
}
