import { AlcoveError } from '../../shared/errors.ts'
import { untilAborted } from './clock.ts'
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from './puzzle-worker.ts?worker&url'
import type { Puzzle } from './solve-puzzle.ts'

/** The frame's security policy names it; see `server/console/project-files.ts`. */
const POLICY = 'alcove-puzzle'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(asked: string): string }
}

let address: string | undefined

/** With Trusted Types the browser starts this address and no other. */
function findAddress(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => workerUrl })
  return policy?.createScriptURL('') ?? workerUrl
}

/**
 * The number that solves a puzzle, found beside the page: typing and scrolling go on.
 *
 * @throws AlcoveError `unavailable` when the worker cannot be had; the signal's reason, and the work ends.
 */
export async function solveInWorker(puzzle: Puzzle, signal: AbortSignal): Promise<number> {
  address ??= findAddress()
  const worker = new Worker(address, { type: 'module' })
  try {
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
