import { createWorkerAddress } from '../../shared/worker-address.ts'
import type { CodeToken, Piece } from './highlight-code.ts'
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from './highlight-worker.ts?worker&url'
import type { KnownLanguage } from './known-languages.ts'
import { HIGHLIGHT_LIMIT_MS, MAX_HIGHLIGHTED_PIECES } from './limits.ts'

export interface HighlightWorker {
  /** Returns the tokens of a piece, one piece at a time. Rejects if the worker is unavailable or failed. */
  highlight(piece: Piece): Promise<readonly CodeToken[]>
  /** Stops the worker, even if it is busy. */
  terminate(): void
}

export interface HighlighterWorld {
  readonly startWorker: () => HighlightWorker
  /** Calls back after this many milliseconds; returns a function that cancels. */
  readonly later: (run: () => void, ms: number) => () => void
}

export interface Highlighter {
  /** The tokens of a piece, if they are cached. */
  read(language: KnownLanguage, code: string): readonly CodeToken[] | undefined
  /** Requests the tokens; returns a function that cancels. */
  request(language: KnownLanguage, code: string, done: () => void): () => void
}

interface Request extends Piece {
  readonly done: () => void
}

/**
 * Highlights pieces of code in turn in a worker, and caches the latest: a block that is drawn again is coloured at
 * once. In a worker, since the first use of a grammar takes longer than a frame, and since no code may block the
 * page, even if it makes a grammar slow.
 */
export function createHighlighter({ startWorker, later }: HighlighterWorld): Highlighter {
  const known = new Map<string, readonly CodeToken[]>()
  const waiting = new Set<Request>()
  let worker: HighlightWorker | undefined
  let isBusy = false

  const keyOf = ({ language, code }: Piece): string => `${language}\n${code}`

  function keep(piece: Piece, tokens: readonly CodeToken[]): void {
    known.set(keyOf(piece), tokens)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_HIGHLIGHTED_PIECES) break
      known.delete(oldest)
    }
    for (const request of waiting) {
      if (keyOf(request) !== keyOf(piece)) continue
      waiting.delete(request)
      request.done()
    }
  }

  function end(): void {
    worker?.terminate()
    worker = undefined
  }

  /** The tokens, or `undefined` after the time limit. */
  async function highlight(piece: Piece): Promise<readonly CodeToken[] | undefined> {
    worker ??= startWorker()
    let cancel = () => {}
    const limit = new Promise<undefined>((resolve) => {
      cancel = later(() => resolve(undefined), HIGHLIGHT_LIMIT_MS)
    })
    try {
      return await Promise.race([worker.highlight(piece), limit])
    } finally {
      cancel()
    }
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      for (const { language, code } of waiting) {
        const tokens = await highlight({ language, code })
        // Other pieces get a new worker, which is not stuck.
        if (tokens === undefined) end()
        keep({ language, code }, tokens ?? [{ kind: undefined, text: code }])
      }
    } catch {
      // Without the grammars (offline, or the release was replaced) code stays plain.
      end()
      waiting.clear()
    }
    isBusy = false
  }

  return {
    read: (language, code) => known.get(keyOf({ language, code })),
    request(language, code, done) {
      const request = { language, code, done }
      waiting.add(request)
      void work()
      return () => waiting.delete(request)
    },
  }
}

const address = createWorkerAddress('alcove-worker', workerUrl)

/** @throws if the browser has no workers. */
export function startHighlightWorker(): HighlightWorker {
  // Limit: HIGHLIGHT_LIMIT_MS of the highlighter, "leaves a piece plain that takes too long, and goes on in another
  // worker".
  const worker = new Worker(address(), { type: 'module' })
  return {
    highlight: (piece) =>
      // Limit: HIGHLIGHT_LIMIT_MS of the highlighter, "leaves a piece plain that takes too long, and goes on in
      // another worker".
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<readonly CodeToken[]>) => resolve(data)
        worker.onerror = () => reject(new Error('The worker of the highlighter failed.'))
        worker.postMessage(piece, [])
      }),
    terminate: () => worker.terminate(),
  }
}
