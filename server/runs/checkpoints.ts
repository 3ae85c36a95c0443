import type { RunChunks } from '../store/store.ts'

/** Maximum part of an answer that is lost when its process is killed. */
export const LOST_MAX_MS = 250
/** An answer's newest chunks are saved after this time, or when they reach this size. */
export const CHECKPOINT_MS = 200
export const CHECKPOINT_BYTES = 2_048
/** Allowance for one more chunk that arrives while others are unsaved. */
const CHUNK_MS = 25
/** Interval of the timer that measures how late a busy process reads. */
export const TURN_MS = 25
/** Readers get no more chunks while the oldest unsaved one is older than this. */
export const UNSAVED_MS = LOST_MAX_MS - CHUNK_MS
/** This much may always be shown before it is saved, however slow the answer was so far. */
export const UNSAVED_BYTES_MIN = 256
/**
 * A store that has not saved for this long counts as unreachable: answers go on without it until it is back.
 */
export const HELD_MAX_MS = 5_000

export interface CheckpointWriter {
  /** Records a chunk's JSON text. */
  add(json: string): void
  /**
   * Resolves when more may be shown; `undefined`: at once. Limits the part that readers saw and the store
   * does not have to {@link LOST_MAX_MS}, by the time that has passed and by the pace of the answer: a busy
   * process reads the words of a second in a moment.
   */
  hold(): Promise<void> | undefined
  /** Resolves when all chunks are saved, or the store counts as unreachable. */
  saved(): Promise<void>
  /** Saves nothing more of this run, and waits for the pending write. */
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
  /** Time when the oldest of the lines arrived. */
  since: number
  /** The same for the lines that are being written. */
  written: { readonly bytes: number; readonly since: number } | undefined
  /** Start of the whole answer, for its pace. */
  begunAt: number | undefined
  total: number
}

export interface CheckpointSettings {
  readonly appendChunks: (chunks: readonly RunChunks[]) => Promise<void>
  readonly onError: (error: unknown) => void
  /** Milliseconds, from any fixed point. */
  readonly now: () => number
}

/**
 * Saves the chunks of running answers: all pending ones in one transaction as soon as one is due, so that a
 * thousand answers cost a few transactions a second. The rest of {@link LOST_MAX_MS} is left for the write.
 * The timer serves answers that have paused; since a busy process runs its timers late, each chunk checks the
 * clock as well.
 */
export function createCheckpoints({ appendChunks, onError, now }: CheckpointSettings): Checkpoints {
  const open = new Set<Pending>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerAt = Infinity
  let writing: Promise<void> | undefined
  /** True after a write that failed or takes too long: answers do not wait for the next one. */
  let isAway = false
  /** Times of the last two timer turns: chunks read after the second arrived after the first. */
  let turns = { first: 0, second: 0 }
  let turning: ReturnType<typeof setInterval> | undefined

  /** Runs while runs are open. */
  function watchTurns() {
    turns = { first: now(), second: now() }
    turning = setInterval(() => (turns = { first: turns.second, second: now() }), TURN_MS).unref()
  }

  function schedule(at: number) {
    if (at >= timerAt || writing) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(flush, Math.max(0, at - now()))
  }

  function scheduleNext() {
    const next = Math.min(...[...open].filter(hasLines).map((run) => dueAt(run, isAway)))
    if (next <= now()) flush()
    else if (next !== Infinity) schedule(next)
  }

  function flush() {
    if (writing) return
    clearTimeout(timer)
    timerAt = Infinity
    const taken = [...open].filter(hasLines).map(takeLines)
    if (taken.length === 0) return
    writing = write(taken)
  }

  async function write(taken: readonly Taken[]) {
    try {
      await appendChunks(taken.map(({ chunks }) => chunks))
      isAway = false
      for (const { run } of taken) run.written = undefined
    } catch (error) {
      isAway = true
      // Kept for the next write: the database may come back while the answer still runs.
      for (const each of taken) takeBack(each, now())
      onError(error)
    }
    writing = undefined
    scheduleNext()
  }

  const isHeld = (run: Pending): boolean => !isAway && open.has(run) && isBehind(run, now())

  /** Waits until little enough of the run is unsaved, or the store counts as unreachable. */
  async function caughtUp(run: Pending): Promise<void> {
    while (isHeld(run)) {
      // The pending write may cover all that is missing; only the rest then needs a write.
      if (!writing) flush()
      await writing
    }
  }

  const isUnsaved = (run: Pending): boolean =>
    !isAway && open.has(run) && (hasLines(run) || run.written !== undefined)

  /** Waits until all of the run is saved, or the store counts as unreachable. */
  async function allSaved(run: Pending): Promise<void> {
    while (isUnsaved(run)) {
      if (!writing) flush()
      await writing
    }
  }

  return {
    open(runId) {
      const run = createPending(runId)
      if (open.size === 0) watchTurns()
      open.add(run)
      return {
        add(json) {
          const at = now()
          run.begunAt ??= turns.first
          addLine(run, json, at)
          const due = dueAt(run, isAway)
          if (due <= at || timerAt <= at) flush()
          else schedule(due)
        },
        hold() {
          if (!isHeld(run)) return undefined
          return waitAtMost(HELD_MAX_MS, caughtUp(run), () => (isAway = true))
        },
        saved: () => waitAtMost(HELD_MAX_MS, allSaved(run), () => (isAway = true)),
        async close() {
          open.delete(run)
          if (open.size === 0) clearInterval(turning)
          await writing
        },
      }
    },
  }
}

const createPending = (runId: string): Pending => ({
  runId,
  lines: [],
  bytes: 0,
  seq: 0,
  since: 0,
  written: undefined,
  begunAt: undefined,
  total: 0,
})

const hasLines = (run: Pending): boolean => run.lines.length > 0

function addLine(run: Pending, json: string, at: number) {
  if (!hasLines(run)) run.since = at
  run.lines.push(json)
  run.bytes += json.length
  run.total += json.length
}

/** An unreachable store is not retried at once, however much is unsaved. */
const dueAt = ({ bytes, since }: Pending, isAway: boolean): number =>
  bytes >= CHECKPOINT_BYTES && !isAway ? since : since + CHECKPOINT_MS

/** Lines of a run that are being written. */
interface Taken {
  readonly run: Pending
  readonly lines: readonly string[]
  readonly chunks: RunChunks
}

function takeLines(run: Pending): Taken {
  const { runId, seq, lines, bytes, since } = run
  const written = { bytes, since }
  Object.assign(run, { lines: [], bytes: 0, seq: seq + lines.length, written })
  return { run, lines, chunks: { runId, seq, data: lines.join('\n') } }
}

/** True if the unsaved part that readers saw is as large as may be lost. */
function isBehind(run: Pending, at: number): boolean {
  const bytes = run.bytes + (run.written?.bytes ?? 0)
  if (bytes === 0 || run.begunAt === undefined) return false
  if (at - (run.written ?? run).since >= UNSAVED_MS) return true
  // The first chunk took no measurable time, so the divisor has a minimum.
  const pace = run.total / (at - run.begunAt + CHUNK_MS)
  return bytes >= Math.max(UNSAVED_BYTES_MIN, pace * UNSAVED_MS)
}

function takeBack({ run, lines }: Taken, at: number) {
  run.seq -= lines.length
  run.lines = [...lines, ...run.lines]
  run.bytes += run.written?.bytes ?? 0
  run.since = at
  run.written = undefined
}

/** Waits at most `ms` for the task; `onLate` is called if the time ends first. */
async function waitAtMost(ms: number, task: Promise<void> | undefined, onLate: () => void) {
  let timeout: ReturnType<typeof setTimeout> | undefined
  // Limit: HELD_MAX_MS of the caller.
  const late = new Promise<void>((resolve) => {
    timeout = setTimeout(() => {
      onLate()
      resolve()
    }, ms)
  })
  await Promise.race([task, late])
  clearTimeout(timeout)
}
