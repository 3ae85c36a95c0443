import type { Look } from '../../shared/look/look-options.ts'
import type { EarlyInput } from '../composer/atoms/take-over.ts'

/** The early script's side for the app, as the global variable `alcoveEarly`. */
export interface EarlyFrame {
  /** The owner's look, if it and the page's language are painted. */
  readonly look: Look | undefined
  /** Runs the app's script, which has come. */
  start(run: () => void): void
  /**
   * Stops the composer's part, and returns what the person has entered. Until {@link forget}, words that were sent or
   * are in the field when the page closes are still kept for the tab's next frame.
   */
  takeOver(): EarlyInput
  /** Keeps no more words, because the app stores them. */
  forget(): void
  /** Stops the rest, once the app itself hears Escape and the close button. */
  end(): void
}

/** To the page around the frame: the look is painted, and the field takes keys. */
export const SHOWN = 'alcove:shown'
/** To the page around the frame: the person closes the panel. */
export const CLOSE = 'alcove:close'
/** To the page around the frame, repeatedly: the app's script did not load. */
export const BROKEN = 'alcove:broken'
