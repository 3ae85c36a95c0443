import type { AlcoveError } from '../../shared/errors.ts'
import type { GetToken } from '../chat-instance.ts'
import type { ToolList } from '../tool-list.ts'

/** What the loader's first file has, and the second works with. */
export interface HostPage {
  readonly root: Element
  readonly panel: HTMLElement
  readonly signal: AbortSignal
  /** The page's tools by name; they come and go. */
  readonly tools: ToolList
  readonly getProvider: () => GetToken | undefined
  readonly close: () => Promise<void>
  readonly retry: () => void
  /** The setup changed. */
  readonly handleChange: () => void
  readonly setUnread: (count: number) => void
  readonly tell: (error: AlcoveError) => void
}
