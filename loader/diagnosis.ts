import type { ChatState } from './chat-events.ts'

/** One thing that was looked at, in words. */
export interface Finding {
  readonly isGood: boolean
  readonly text: string
  /** What to do about it. */
  readonly remedy?: string
}

/** A file of the chat that the page asked for. */
export interface FetchedFile {
  /** Its path at the service, without what stands behind a `?`. */
  readonly path: string
  /** When it was asked for, in milliseconds since the page began. */
  readonly at: number
  /** How long it took, in milliseconds. */
  readonly ms: number
  /** What crossed the network, 0 from a cache; `null`: the browser does not say. */
  readonly bytes: number | null
}

/** What the chat has cost this page so far, as the browser measured it. */
export interface ChatMetrics {
  /** What the page itself asked of the service. What the frame asks for is in a process of its own, and not here. */
  readonly files: readonly FetchedFile[]
  /** When it first happened, in milliseconds since the page began; `null`: not yet, or before anybody looked. */
  readonly times: {
    /** A file of the loader was asked for. */
    readonly script: number | null
    /** The panel was opened. */
    readonly open: number | null
    /** The frame had proved who it is. */
    readonly ready: number | null
  }
}

/** A message between page and frame, without what is in it. */
export interface CrossedMessage {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly to: 'page' | 'frame'
  /** The call's or the event's name. */
  readonly name: string
  readonly kind: 'call' | 'answer' | 'failure' | 'event'
  readonly characters: number
}

/**
 * What a page's developer can be told of the chat on it. Nothing of it was said in a conversation, no token or key is
 * in it, and of the page it has the address without what stands behind `?` and `#`.
 */
export interface Diagnosis {
  /** When, as an ISO date. */
  readonly at: string
  /** Of the page. */
  readonly page: string
  /** Of the service. */
  readonly service: string
  readonly app: string
  readonly browser: string
  /** `frame`: `null` before it was there. */
  readonly versions: { readonly loader: string; readonly frame: string | null }
  readonly state: ChatState
  readonly findings: readonly Finding[]
  readonly metrics: ChatMetrics
  /** The last 20 failures, as far as somebody looked (`data-debug`), or the one that stands. */
  readonly errors: readonly {
    readonly at: number
    readonly code: string
    readonly message: string
    readonly hint?: string
  }[]
  /** The last 100 messages, since somebody looked. */
  readonly messages: readonly CrossedMessage[]
  /** What screen readers were last told on the page itself, 20 at most: that an answer came, never what it says. */
  readonly announcements: readonly { readonly at: number; readonly text: string }[]
}
