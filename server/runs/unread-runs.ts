import { setImmediate as nextTurn } from 'node:timers/promises'
import { AlcoveError } from '../../shared/errors.ts'
import type { DrivenRun } from './drive-run.ts'
import type { ReaderOf, RunReader } from './run-events.ts'
import type { AnswerOptions } from './run-slot.ts'

/** Time that an answer which its caller stores goes on without a reader: a page may reload. */
export const UNREAD_RUN_MS = 60_000

interface KeptRun {
  readonly id: string
  /** See `scopedKey`. */
  readonly threadKey: string
  /** The user and their address: either is refused further answers at its limit. */
  readonly places: readonly string[]
  readonly driven: Pick<DrivenRun, 'stop' | 'ended'>
}

/** Answers that live only as long as their reader, while none reads them. */
export interface UnreadRuns {
  /** Registers a run; its reader may leave, and another one come. */
  keep(run: KeptRun): RunReader
  /** The newest answer of a thread that was not read to its end. */
  find(threadKey: string, after: number): RunReader | undefined
  /**
   * Ends the unread answers of a thread, because its user sends a new message. Undefined if there are none.
   */
  endIn(threadKey: string): Promise<void>
  /** Ends the oldest unread answer of one of these places; false if there is none. */
  makeRoom(places: readonly string[]): Promise<boolean>
}

interface WatchedRun extends KeptRun {
  readers: number
  isOver: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** A client that reconnects uses a new connection: the close of the old one may arrive last. */
const LEAVING_TURNS = 3

/**
 * Published clients cancel an answer only by leaving, and a page that reloads leaves in the same way. An
 * answer therefore goes on without a reader for a while, unless its place is needed; it is not stored.
 */
export function createUnreadRuns(readerOf: ReaderOf): UnreadRuns {
  const runs = new Set<WatchedRun>()
  const isUnread = ({ readers }: WatchedRun) => readers === 0

  async function end(run: WatchedRun) {
    clearTimeout(run.timer)
    runs.delete(run)
    await run.driven.stop()
    await run.driven.ended
  }

  function wait(run: WatchedRun) {
    run.timer = setTimeout(() => void end(run), UNREAD_RUN_MS)
    run.timer.unref()
  }

  const createReader = (run: WatchedRun, after: number): RunReader => ({
    stream(signal) {
      const stream = readerOf(run.id, after).stream(signal) as ReadableStream<
        Uint8Array<ArrayBuffer>
      >
      clearTimeout(run.timer)
      run.readers += 1
      let isHere = true
      const leave = (isRead: boolean) => {
        if (!isHere) return
        isHere = false
        run.readers -= 1
        if (isRead) runs.delete(run)
        else if (isUnread(run) && runs.has(run)) wait(run)
      }
      signal.addEventListener('abort', () => leave(false), { once: true })
      if (signal.aborted) leave(false)
      return stream.pipeThrough(new TransformStream({ flush: () => leave(!signal.aborted) }))
    },
  })

  return {
    keep(kept) {
      const run: WatchedRun = { ...kept, readers: 0, isOver: false, timer: undefined }
      runs.add(run)
      void run.driven.ended.then(() => (run.isOver = true))
      return createReader(run, 0)
    },
    find(threadKey, after) {
      const found = [...runs].findLast((run) => run.threadKey === threadKey)
      return found && createReader(found, after)
    },
    async endIn(threadKey) {
      const ofThread = () => [...runs].filter((run) => run.threadKey === threadKey)
      if (ofThread().length === 0) return
      for (let turn = 0; turn < LEAVING_TURNS; turn += 1) await nextTurn()
      await Promise.all(ofThread().filter(isUnread).map(end))
    },
    async makeRoom(places) {
      for (const place of places) {
        const run = [...runs].find(
          (each) => isUnread(each) && !each.isOver && each.places.includes(place),
        )
        if (!run) continue
        await end(run)
        return true
      }
      return false
    },
  }
}

/** Wraps `hold`: if all places are taken, an unread answer is ended to free one. */
export function holdMakingRoom(
  hold: AnswerOptions['hold'],
  unread: Pick<UnreadRuns, 'makeRoom'>,
  places: readonly string[],
): AnswerOptions['hold'] {
  if (!hold) return undefined
  return async () => {
    for (;;) {
      try {
        return await hold()
      } catch (error) {
        const isFull = error instanceof AlcoveError && error.code === 'rate_limited'
        if (!isFull || !(await unread.makeRoom(places))) throw error
      }
    }
  }
}
