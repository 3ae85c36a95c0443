import { createWorkerAddress } from '../../shared/worker-address.ts'
import type { CodeToken, Piece } from './highlight-code.ts'
// oxlint-disable-next-line import/default -- the bundler makes it
import workerUrl from './highlight-worker.ts?worker&url'
import type { KnownLanguage } from './known-languages.ts'
import { HIGHLIGHT_LIMIT_MS, MAX_HIGHLIGHTED_PIECES } from './limits.ts'

export interface HighlightWorker {
  /** The tokens of a piece, one piece at a time. Rejects when the worker cannot be had or failed. */
  highlight(piece: Piece): Promise<readonly CodeToken[]>
  /** Ends it, whatever it does. */
  terminate(): void
}

export interface HighlighterWorld {
  readonly startWorker: () => HighlightWorker
  /** Calls back after so many milliseconds; returns how to cancel. */
  readonly later: (run: () => void, ms: number) => () => void
}

export interface Highlighter {
  /** The tokens of a piece, if they are known already. */
  read(language: KnownLanguage, code: string): readonly CodeToken[] | undefined
  /** Has the tokens made; returns how to cancel. */
  request(language: KnownLanguage, code: string, done: () => void): () => void
}

interface Request extends Piece {
  readonly done: () => void
}

/**
 * Highlights pieces of code one after another in a worker, and remembers the last ones: a block that
 * is drawn again is coloured at once. A worker, since the first use of a grammar takes longer than a
 * frame, and since no code shall hold the page up, whatever it does to a grammar.
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

  /** Tokens, or `undefined` when it took too long. */
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
        // The others get a worker that is not stuck.
        if (tokens === undefined) end()
        keep({ language, code }, tokens ?? [{ kind: undefined, text: code }])
      }
    } catch {
      // Without the grammars (offline, or a release that was replaced) code stays plain.
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

/** @throws where the browser has no workers. */
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
