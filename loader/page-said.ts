import type { AlcoveError } from '../shared/errors.ts'
import type { ChatState, EventFacts } from './chat-events.ts'
import type { PageOptions } from './page-options.ts'

/** Who chats, as the page says by now: how often it said so, and what. */
export type SaidIdentity = readonly [epoch: number, given: unknown]

/** One thing that the page said, until it is taken back or replaced. */
export interface Said<Value = unknown> {
  readonly value: Value
}

/**
 * What the page said for the assistant: its tools by their names, the fields of its context by theirs behind
 * `#`, and by no name the whole: no tool may be called like that. The second file reads it whenever that comes.
 */
export type SaidList = Map<string, Said>

/** The second file, as far as listeners ask it. */
export interface EventSide {
  /** An event was told to its listeners. */
  heard(detail: EventFacts): void
  /** Tells somebody who listens from now on how it stands. Whether that is all that they wanted. */
  late(event: string, listener: (detail: object) => void, options?: { once?: boolean }): boolean
  get(): ChatState
}

/** What the page has said so far, and what became of it: the second file reads it whenever that comes. */
export interface PageSaid extends PageOptions {
  /** What the page said of who chats when it began. */
  readonly auth?: unknown
  /** What it says by now. */
  who: SaidIdentity
  readonly said: SaidList
  /** Names that somebody has listened to, right or wrong: a list, until the second file looks at each. */
  names: { push(name: string): unknown; forEach?(look: (name: string) => void): void }
  /** The event that was told last, for the second file: the document hears it late. */
  last?: EventFacts
  /** The second file at work, once it is. */
  side?: EventSide
  /** What the second file speaks with the frame through, and why there is none: for whoever looks at what goes on. */
  port?: MessagePort | undefined
  failure?: AlcoveError | undefined
  /** What has the focus came in the launcher's way, in a modal dialog or under it. Then the third file listens. */
  focus?: unknown
  /** Open for as long as it is there: nothing closes it. */
  readonly isFixed?: boolean
}
