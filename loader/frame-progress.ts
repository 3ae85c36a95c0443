import type { AlcoveError } from '../shared/errors.ts'
import { nextState, type Effects, type FrameEvent, type FrameState } from './transitions.ts'

/** The frame as the panel shows it. */
export interface FrameView {
  /** The composer is usable. */
  readonly isUsable: boolean
  /** The owner's look is painted. */
  readonly isShown: boolean
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

/** States of a frame that is shown and whose app is not usable yet. */
const IS_CONNECTING = /^(shown|joined)$/
/** States in which nothing covers the frame. */
const IS_SHOWN = /^(shown|joined|usable)$/

/**
 * Runs the table of `transitions.ts`, and keeps the promise of the current opening.
 *
 * @param load loads the frame and the second file.
 * @param tellOpen notifies the frame whether the panel is open. @param enter gives a shown frame the focus.
 */
export function createFrameProgress(
  draw: DrawFrame,
  load: () => unknown,
  tellOpen: () => unknown,
  enter: () => unknown,
  signal: AbortSignal,
) {
  let state: FrameState = 'idle'
  let failure: AlcoveError | undefined
  /** Settles when the frame is shown, or failed. */
  let opening = beginOpening()

  const effects: Effects = {
    loading: load,
    shown: () => {
      opening.resolve()
      enter()
    },
    joined: tellOpen,
    ready: tellOpen,
    usable: () => opening.resolve(),
  }

  const redraw = (error?: AlcoveError) =>
    draw({ isUsable: state === 'usable', isShown: IS_SHOWN.test(state), failure }, error)

  /** @param error set for events that are failures. */
  function move(event: FrameEvent, error?: AlcoveError) {
    const next = nextState(state, event)
    if (!next) return redraw()
    state = next
    failure = error
    effects[next]?.()
    redraw(error)
    if (error) {
      opening.reject(error)
      opening = beginOpening()
    }
  }

  return {
    move,
    /** Draws again, and reports an error that happened elsewhere. */
    redraw,
    /** Creates the promise of the panel's next opening. */
    beginOpening: () => void (opening = beginOpening()),
    /** Settles with the opening while the panel is open; a cancelled opening resolves. */
    settle(isOpen: boolean): Promise<void> {
      const { promise, resolve, reject } = opening
      if (isOpen) {
        move('open')
        // A frame that was loaded ahead takes keys already.
        if (IS_CONNECTING.test(state)) resolve()
      } else if (signal.aborted) reject(signal.reason)
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
