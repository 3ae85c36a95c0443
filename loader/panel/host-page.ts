import type { AlcoveError } from '../../shared/errors.ts'
import type { Actor, ChatEvents } from '../chat-events.ts'
import type { PageHint } from '../page-hint.ts'
import type { PageSaid } from '../page-said.ts'
import type { FrameEvent } from '../transitions.ts'

/** What the loader's first file has, and the second works with. */
export interface HostPage extends GivenPage {
  readonly app: string
  readonly launcher: HTMLElement
  readonly close: () => Promise<void>
  /** As `ChatInstance.identify`; also `anonymous`, and `none` for nobody. */
  readonly identify: (given: unknown) => Promise<unknown>
}

/** As the first file gives it. */
export interface GivenPage {
  readonly root: HTMLElement
  readonly panel: HTMLElement
  readonly iframe: HTMLIFrameElement
  readonly signal: AbortSignal
  /** What the page said of looks and words. */
  readonly given: PageSaid
  /** Draws the launcher as the page says by now. */
  readonly restyle: () => void
  readonly retry: () => void
  /** Opens or closes the panel, or the other way round without a wish. Settles as `ChatInstance.open` says. */
  readonly setOpen: (isNext: boolean | undefined, by: Actor) => Promise<void>
  /** Puts the root on the document element, and again whenever it is gone. */
  readonly insert: () => void
  /** The setup changed. */
  readonly change: () => void
  /** What was remembered on the page before. */
  readonly hint: PageHint
  /** Draws what is so by now. */
  readonly redraw: () => void
  readonly emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void
  readonly tell: (error: AlcoveError) => void
  /** What became of the frame; see `transitions.ts`. */
  readonly move: (event: FrameEvent, error?: AlcoveError) => void
  /** The frame's address. */
  readonly url: URL
  readonly focus: {
    /** Whether the panel may take the focus: a person opened it, and the page does not have it. Asked once for each opening. */
    readonly takeGesture: () => boolean
    /** Whether no element of the page itself has the focus, but for what the panel was opened from. */
    readonly isOurs: () => boolean
  }
}
