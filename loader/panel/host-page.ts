import type { AlcoveError } from '../../shared/errors.ts'
import type { Actor, ChatEvents } from '../chat-events.ts'
import type { PageHint } from '../page-hint.ts'
import type { EventSide, PageSaid, SaidIdentity } from '../page-said.ts'
import type { FrameEvent } from '../transitions.ts'
import type { PanelView } from './panel-view.ts'

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
  /** Whether the panel was opened by hand, and the page has not the focus; said once for each opening. */
  readonly gesture: () => boolean
  /** Whether no element of the page itself has the focus, but for what the panel was opened from. */
  readonly isOurs: () => boolean
}

/** What the first file asks of the second, once that is at work. */
export interface PanelSide extends EventSide {
  /**
   * Brings panel and page in line with what is so, and keeps for the next page what it shall know.
   *
   * @param error by which the frame failed just now.
   */
  readonly draw: (...what: [...Parameters<PanelView['draw']>, error?: AlcoveError]) => void
  /** Loads the frame anew. */
  readonly load: () => void
  /** Tells the frame whether the panel is open, as it was drawn last. */
  readonly tell: () => Promise<void>
  /** Tells the frame, where there is one, what is so by now. */
  readonly update: () => void
  /**
   * The page said who chats, and by now perhaps somebody else. Settles as the frame answers; rejects with
   * what is wrong with it.
   */
  readonly identify: (said: SaidIdentity) => Promise<unknown>
  /** Does what goes by a name in `ChatCommands`. */
  readonly run: (
    command: string,
    args: readonly unknown[],
    /** Who chatted when it was asked for. Default: who chats by now. */
    who?: SaidIdentity,
  ) => Promise<unknown>
}
