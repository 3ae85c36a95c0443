import type { ColorScheme } from '../../shared/bridge/contract.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { Actor, ChatEvents } from '../chat-events.ts'
import type { PanelShell } from '../create-shell.ts'
import type { PageHint } from '../page-hint.ts'
import type { PageState } from '../page-state.ts'
import type { FrameEvent } from '../transitions.ts'

/** Everything that the second file gets from the first, with its own additions. */
export interface HostPage extends GivenPage {
  readonly app: string
  readonly launcher: HTMLElement
  readonly close: () => Promise<void>
  /** As `ChatInstance.identify`; also takes `anonymous`, and `none` for no user. */
  readonly identify: (given: unknown) => Promise<unknown>
}

/** The part that comes from the first file. */
export interface GivenPage {
  readonly root: HTMLElement
  readonly panel: HTMLElement
  readonly iframe: HTMLIFrameElement
  readonly shell: PanelShell
  readonly signal: AbortSignal
  /** Everything that the page has passed to the loader. */
  readonly given: PageState
  readonly getScheme: () => ColorScheme
  /** Draws the launcher with the current options. */
  readonly restyle: () => void
  readonly retry: () => void
  /** Opens or closes the panel; toggles it if `isNext` is undefined. Settles like `ChatInstance.open`. */
  readonly setOpen: (isNext: boolean | undefined, by: Actor) => Promise<void>
  /** Adds the root to the document element, and again when it is removed. */
  readonly insert: () => void
  /** Called when the setup changed. */
  readonly change: () => void
  /** The hint that the previous page stored. */
  readonly hint: PageHint
  /** Draws the current state. */
  readonly redraw: () => void
  readonly emit: <Name extends keyof ChatEvents>(event: Name, payload: ChatEvents[Name]) => void
  readonly tell: (error: AlcoveError) => void
  /** Applies an event of the frame; see `transitions.ts`. */
  readonly move: (event: FrameEvent, error?: AlcoveError) => void
  /** The frame's address. */
  readonly url: URL
  readonly focus: {
    /**
     * Whether the panel may take the focus: a person opened it, and no element of the page has the focus.
     * Called once per opening.
     */
    readonly takeGesture: () => boolean
    /** Whether no element of the page has the focus, except the one that opened the panel. */
    readonly isOurs: () => boolean
  }
}
