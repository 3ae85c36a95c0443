import type { AlcoveError } from '../../shared/errors.ts'
import type { GetToken } from '../../shared/bridge/contract.ts'
import type { ToolList } from '../tool-list.ts'

/** What the loader's first file has, and the second works with. */
export interface HostPage {
  readonly app: string
  readonly root: Element
  readonly panel: HTMLElement
  readonly signal: AbortSignal
  /** The page's tools by name; they come and go. */
  readonly tools: ToolList
  /** For the person of an epoch, or of now; `null`: somebody else chats by now. */
  readonly getProvider: (epoch?: unknown) => GetToken | null | undefined
  readonly close: () => Promise<void>
  readonly retry: () => void
  /** The setup changed. */
  readonly handleChange: () => void
  /** What the frame tells of itself: answers that nobody read, and whether one is being made. */
  readonly setUnread: (count: number, isRunning: boolean) => void
  readonly tell: (error: AlcoveError) => void
}
