import type { AlcoveError } from '../shared/errors.ts'
import type { ChatState, EventFacts } from './chat-events.ts'
import type { PageOptions } from './page-options.ts'

/** The page's latest statement about its user. */
export interface IdentityClaim {
  /** Counts the page's statements about its user. */
  readonly epoch: number
  readonly given: unknown
  /** Why the statement was refused. */
  fault?: AlcoveError
}

/** A tool or field that the page registered, until it is removed or replaced. */
export interface Registration<Value = unknown> {
  readonly value: Value
}

/** Tools and context of the page for the assistant. The second file reads them when it loads. */
export interface PageContributions {
  readonly tools: Map<string, Registration>
  /** Fields of the context's data that were added outside of the context. */
  readonly fields: Map<string, Registration>
  context?: Registration
}

/** The second file, as far as listeners of events need it. */
export interface EventSide {
  /** Records an event that was dispatched to its listeners. */
  heard(detail: EventFacts): void
  /**
   * A listener was added: a listener of a state is called with the current one, and an unknown name is
   * reported. Returns whether the listener is done.
   */
  late(event: string, listener: (detail: object) => void, options?: { once?: boolean }): boolean
  get(): ChatState
}

/**
 * Everything that the page has passed to the loader so far, and the resulting state. The second file reads it
 * when it loads.
 */
export interface PageState extends PageOptions, PageContributions {
  /** The user as set by the options. */
  readonly auth?: unknown
  who: IdentityClaim
  /** Event names that have been listened to, known or unknown. */
  readonly eventNames: string[]
  /** The last event. The document gets it once the second file is running. */
  last?: EventFacts
  /** The document of the iframe's first load, which the first file started, has loaded. */
  hasLoaded?: boolean
  /** First opening by a person or the page, and first handshake of the frame, since the page's navigation started. */
  openedAt?: number
  readyAt?: number
  /** On the developer's own machine: reports mistakes in everything that the page has passed so far. */
  check?: () => void
  /** Messages that `check` has reported, which the later files report once more when the chat is used. */
  told?: Set<string>
  /** The running second file. */
  side?: EventSide
  /** For the debug file: the port to the frame, or why there is none. */
  port?: MessagePort | undefined
  failure?: AlcoveError | undefined
  /** The focused element is in a modal dialog or under the launcher: the third file makes room. */
  isFocusCovered?: boolean
  /** The chat is open as long as it is on the page, and cannot be closed. */
  readonly isFixed?: boolean
}
