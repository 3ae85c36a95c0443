import type { RunChunks } from '../store/store.ts'

/** So much of an answer is lost at most when its process is killed. */
export const LOST_MAX_MS = 250
/** An answer's newest chunks are saved this long after they came, or when they are this many. */
export const CHECKPOINT_MS = 200
export const CHECKPOINT_BYTES = 2_048

export interface CheckpointWriter {
  /** Notes a chunk's JSON text. */
  add(json: string): void
  /** Nothing more of this run is saved; what is being written is waited for. */
  close(): Promise<void>
}

export interface Checkpoints {
  open(runId: string): CheckpointWriter
}

interface Pending {
  readonly runId: string
  lines: string[]
  bytes: number
  seq: number
  dueAt: number
}

export interface CheckpointSettings {
  readonly appendChunks: (chunks: readonly RunChunks[]) => Promise<void>
  readonly onError: (error: unknown) => void
  /** Milliseconds, from any fixed point. */
  readonly now: () => number
}

/**
 * Saves the chunks of running answers: all that there are in one transaction as soon as one is due,
 * so that a thousand answers cost a few transactions a second. What is left of {@link LOST_MAX_MS}
 * is for the write.
 */
export function createCheckpoints(settings: CheckpointSettings): Checkpoints {
  const { appendChunks, onError, now } = settings
  const open = new Set<Pending>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerAt = Infinity
  let writing: Promise<void> | undefined

  function schedule(at: number) {
    if (at >= timerAt || writing) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(flush, Math.max(0, at - now()))
  }

  function scheduleNext() {
    const next = Math.min(...[...open].filter(hasLines).map((run) => run.dueAt))
    if (next !== Infinity) schedule(next)
  }

  function flush() {
    timerAt = Infinity
    const due = [...open].filter(hasLines)
    if (due.length === 0) return
    const taken = due.map((run) => ({ run, lines: run.lines, bytes: run.bytes }))
    const chunks = due.map((run) => ({
      runId: run.runId,
      seq: run.seq,
      data: run.lines.join('\n'),
    }))
    for (const run of due) {
      run.seq += run.lines.length
      run.lines = []
      run.bytes = 0
    }
    writing = appendChunks(chunks)
      .catch((error: unknown) => {
        // Kept for the next tick: the database may come back while the answer still runs.
        for (const { run, lines, bytes } of taken) {
          run.seq -= lines.length
          run.lines = [...lines, ...run.lines]
          run.bytes += bytes
          run.dueAt = now() + CHECKPOINT_MS
        }
        onError(error)
      })
      .then(() => {
        writing = undefined
        scheduleNext()
      })
  }

  return {
    open(runId) {
      const run: Pending = { runId, lines: [], bytes: 0, seq: 0, dueAt: Infinity }
      open.add(run)
      return {
        add(json) {
          if (run.lines.length === 0) run.dueAt = now() + CHECKPOINT_MS
          run.lines.push(json)
          run.bytes += json.length
          if (run.bytes >= CHECKPOINT_BYTES) run.dueAt = now()
          schedule(run.dueAt)
        },
        async close() {
          open.delete(run)
          await writing
        },
      }
    },
  }
}

function hasLines(run: Pending): boolean {
  return run.lines.length > 0
}
