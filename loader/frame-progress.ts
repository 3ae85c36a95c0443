import type { AlcoveError } from '../shared/errors.ts'
import { nextState, type Effects, type FrameEvent, type FrameState } from './transitions.ts'

/** The frame as the panel shows it. */
export interface FrameView {
  /** The composer is usable. */
  readonly isUsable: boolean
  /** The owner's look is painted. */
  readonly isPainted: boolean
  /** The open panel waits too long for the look. */
  readonly isLate: boolean
  /** Why the frame is missing, as long as that lasts. */
  readonly failure?: AlcoveError | undefined
}

/**
 * Draws the state of the frame.
 *
 * @param error the failure that just happened.
 */
export type DrawFrame = (frame: Omit<FrameView, 'isLate'>, error?: AlcoveError) => void

/**
 * Runs the table of `transitions.ts`, and keeps the promise of the current opening.
 *
 * @param load loads the frame and the second file.
 * @param tellOpen notifies the frame whether the panel is open.
 */
export function createFrameProgress(
  draw: DrawFrame,
  load: () => unknown,
  tellOpen: () => unknown,
  signal: AbortSignal,
) {
  let state: FrameState = 'idle'
  let failure: AlcoveError | undefined
  /** The document's, and therefore independent of the connection to it. */
  let isPainted = false
  /** Settles when the look is painted, or the frame failed. */
  let opening = beginOpening()

  const effects: Effects = {
    loading: load,
    ready: tellOpen,
    usable: () => opening.resolve(),
  }

  const redraw = (error?: AlcoveError) =>
    draw({ isUsable: state === 'usable', isPainted, failure }, error)

  /** @param error set for events that are failures. */
  function move(event: FrameEvent, error?: AlcoveError) {
    const next = nextState(state, event)
    if (!next) return redraw()
    state = next
    failure = error
    if (next === 'loading' || next === 'lost') isPainted = false
    // A frame of an older version tells nothing before.
    if (next === 'usable') isPainted = true
    effects[next]?.()
    redraw(error)
    if (error) {
      opening.reject(error)
      opening = beginOpening()
    }
  }

  return {
    move,
    /** The frame's document has painted the owner's look. */
    paint() {
      isPainted = true
      opening.resolve()
      redraw()
    },
    /** Draws again, and reports an error that happened elsewhere. */
    redraw,
    /** Creates the promise of the panel's next opening. */
    beginOpening: () => void (opening = beginOpening()),
    /** Settles with the opening while the panel is open; a cancelled opening resolves. */
    settle(isOpen: boolean): Promise<void> {
      const { promise, resolve, reject } = opening
      if (isOpen) move('open')
      else if (signal.aborted) reject(signal.reason)
      else resolve()
      return promise
    },
  }
}

function beginOpening() {
  let resolve!: () => void
  let reject!: (error: unknown) => void
  // No limit: the opening ends as the table of the frame does, see `scripts/states`.
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  // An unhandled rejection would be reported as an error of the page.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
