import type { RunChunks } from '../store/store.ts'

/** So much of an answer is lost at most when its process is killed. */
export const LOST_MAX_MS = 250
/** An answer's newest chunks are saved this long after they came, or when they are this many. */
export const CHECKPOINT_MS = 200
export const CHECKPOINT_BYTES = 2_048
/** One more chunk may come with what is not saved. */
const CHUNK_MS = 25
/** So often a process that is not busy comes round to what it has to read. */
export const TURN_MS = 25
/** Nothing more is shown when what is not saved came in so long. */
export const UNSAVED_MS = LOST_MAX_MS - CHUNK_MS
/** So much may be shown before it is saved, however slowly an answer came so far. */
export const UNSAVED_BYTES_MIN = 256
/** A store that has not saved for so long is away: answers go on without it until it is back. */
export const HELD_MAX_MS = 5_000

export interface CheckpointWriter {
  /** Notes a chunk's JSON text. */
  add(json: string): void
  /**
   * Settles when more may be shown; `undefined`: at once. What readers saw and the store has not got
   * is what came in {@link LOST_MAX_MS}, by the time that it took here, and by the pace of the answer:
   * a busy process reads the words of a second in a moment.
   */
  hold(): Promise<void> | undefined
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
  /** When the oldest of the lines came. */
  since: number
  /** The same of what is being written. */
  written: { readonly bytes: number; readonly since: number } | undefined
  /** Of the whole answer: no word of it came before. */
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
 * Saves the chunks of running answers: all that there are in one transaction as soon as one is due,
 * so that a thousand answers cost a few transactions a second. What is left of {@link LOST_MAX_MS}
 * is for the write. The timer is for answers of which nothing comes any more: a busy process serves
 * its timers late, so each chunk looks at the clock as well.
 */
export function createCheckpoints({ appendChunks, onError, now }: CheckpointSettings): Checkpoints {
  const open = new Set<Pending>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerAt = Infinity
  let writing: Promise<void> | undefined
  /** The last write failed, or takes too long: nobody waits for the next one. */
  let isAway = false
  /** Of the last two turns: what is read after the second one came after the first one. */
  let turns = { first: 0, second: 0 }
  let turning: ReturnType<typeof setInterval> | undefined

  /** While runs are open. */
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
      // Kept for the next time: the database may come back while the answer still runs.
      for (const each of taken) takeBack(each, now())
      onError(error)
    }
    writing = undefined
    scheduleNext()
  }

  const isHeld = (run: Pending): boolean => !isAway && open.has(run) && isBehind(run, now())

  /** Until so little of the run is not saved that more may be shown, or the store is known to be away. */
  async function caughtUp(run: Pending): Promise<void> {
    while (isHeld(run)) {
      // What is being written may be all that is missing: only what is left then needs a write of its own.
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

/** A store that is away is not asked again at once, however much there is. */
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

/** Whether readers saw as much of the answer as may be lost. */
function isBehind(run: Pending, at: number): boolean {
  const bytes = run.bytes + (run.written?.bytes ?? 0)
  if (bytes === 0 || run.begunAt === undefined) return false
  if (at - (run.written ?? run).since >= UNSAVED_MS) return true
  // The first word took no time here, and all of them no less than this.
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

/** Waits so long at most; `onLate` is called when that is over first. */
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
