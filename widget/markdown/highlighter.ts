import type { CodeToken } from './highlight-code.ts'
import type { KnownLanguage } from './known-languages.ts'
import { HIGHLIGHT_TASK_MS, MAX_HIGHLIGHTED_PIECES } from './limits.ts'

type HighlightCode = (language: KnownLanguage, code: string) => readonly CodeToken[]

export interface HighlighterWorld {
  readonly load: () => Promise<HighlightCode>
  /** Calls back in a task of its own; returns nothing to cancel with. */
  readonly nextTask: (run: () => void) => void
  /** Milliseconds. */
  readonly now: () => number
}

export interface Highlighter {
  /** The tokens of a piece, if they are known already. */
  read(language: KnownLanguage, code: string): readonly CodeToken[] | undefined
  /** Has the tokens made in one of the next tasks; returns how to cancel. */
  request(language: KnownLanguage, code: string, done: () => void): () => void
}

interface Request {
  readonly language: KnownLanguage
  readonly code: string
  readonly done: () => void
}

/** The smallest grammar: made ready first, it takes its part of what the first one costs. */
const FIRST_LANGUAGE: KnownLanguage = 'json'

/**
 * Highlights pieces of code one after another, a few milliseconds a task, and remembers the last
 * ones: a block that is drawn again is coloured at once.
 */
export function createHighlighter({ load, nextTask, now }: HighlighterWorld): Highlighter {
  const known = new Map<string, readonly CodeToken[]>()
  const waiting = new Set<Request>()
  const ready = new Set<KnownLanguage>()
  let highlight: HighlightCode | undefined
  let isRunning = false

  const keyOf = (language: KnownLanguage, code: string): string => `${language}\n${code}`

  function keep(key: string, tokens: readonly CodeToken[]): void {
    known.set(key, tokens)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_HIGHLIGHTED_PIECES) return
      known.delete(oldest)
    }
  }

  function runTask(): void {
    isRunning = false
    if (highlight === undefined) return
    const end = now() + HIGHLIGHT_TASK_MS
    for (const request of waiting) {
      const { language, code, done } = request
      const next = ready.size === 0 ? FIRST_LANGUAGE : language
      if (!ready.has(next)) {
        // The first use of a grammar costs a task of its own.
        ready.add(next)
        highlight(next, '')
        break
      }
      waiting.delete(request)
      keep(keyOf(language, code), highlight(language, code))
      done()
      if (now() >= end) break
    }
    if (waiting.size > 0) schedule()
  }

  function schedule(): void {
    if (isRunning || highlight === undefined) return
    isRunning = true
    nextTask(runTask)
  }

  async function start(): Promise<void> {
    try {
      highlight ??= await load()
      schedule()
    } catch {
      // Without the grammars (offline, or a release that was replaced) code stays plain.
      waiting.clear()
    }
  }

  return {
    read: (language, code) => known.get(keyOf(language, code)),
    request(language, code, done) {
      const request = { language, code, done }
      waiting.add(request)
      void start()
      return () => waiting.delete(request)
    },
  }
}
