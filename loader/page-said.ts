import type { AlcoveError } from '../shared/errors.ts'
import type { ChatState, EventFacts } from './chat-events.ts'
import type { PageOptions } from './page-options.ts'

/** Who chats, as the page said it last. */
export interface IdentityClaim {
  /** How often the page has said who chats. */
  readonly epoch: number
  readonly given: unknown
}

/** One thing that the page said, until it is taken back or replaced. */
export interface Said<Value = unknown> {
  readonly value: Value
}

/** What the page said for the assistant. The second file reads it when it arrives. */
export interface PageContributions {
  readonly tools: Map<string, Said>
  /** Fields of the context's data that stand beside the context itself. */
  readonly fields: Map<string, Said>
  context?: Said
}

/** The second file, as far as listeners of events ask it. */
export interface EventSide {
  /** Takes note of an event that was dispatched to its listeners. */
  heard(detail: EventFacts): void
  /**
   * A listener was added: one of a state is told the current one, and a name that does not exist is
   * reported. Returns whether the listener is done.
   */
  late(event: string, listener: (detail: object) => void, options?: { once?: boolean }): boolean
  get(): ChatState
}

/** What the page has said so far, and what became of it. The second file reads it when it arrives. */
export interface PageSaid extends PageOptions, PageContributions {
  /** Who chats, as the options said. */
  readonly auth?: unknown
  who: IdentityClaim
  /** Event names that have been listened to, right or wrong. */
  readonly eventNames: string[]
  /** The last event: the document hears of it once the second file is at work. */
  last?: EventFacts
  /** The document of the iframe's first load, which the first file began, has arrived. */
  hasLoaded?: boolean
  /** The second file at work. */
  side?: EventSide
  /** For the debug file: the port to the frame, and why there is none. */
  port?: MessagePort | undefined
  failure?: AlcoveError | undefined
  /** The focused element is in a modal dialog or under the launcher: the third file makes room. */
  isFocusCovered?: boolean
  /** Open for as long as it is on the page: nothing closes it. */
  readonly isFixed?: boolean
}
