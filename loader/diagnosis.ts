import type { ChatState } from './chat-events.ts'

/** Result of one check, as text. */
export interface Finding {
  readonly isGood: boolean
  readonly text: string
  /** How to fix it. */
  readonly remedy?: string
}

/** A file of the chat that the page requested. */
export interface FetchedFile {
  /** Its path at the service, without the query. */
  readonly path: string
  /** Start of the request, in milliseconds since the page's navigation started. */
  readonly at: number
  /** Duration in milliseconds. */
  readonly ms: number
  /** Bytes transferred, 0 from a cache; `null`: the browser does not report them. */
  readonly bytes: number | null
}

/** Cost of the chat on this page so far, as measured by the browser. */
export interface ChatMetrics {
  /**
   * Requests of the page itself to the service. Requests of the frame belong to its own process and are not
   * included.
   */
  readonly files: readonly FetchedFile[]
  /** First occurrences, in milliseconds since the page's navigation started; `null`: not yet. */
  readonly times: {
    /** A file of the loader was requested. */
    readonly script: number | null
    /** The panel was opened. */
    readonly open: number | null
    /** The frame completed the handshake. */
    readonly ready: number | null
  }
}

/** A message between page and frame, without its content. */
export interface CrossedMessage {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly to: 'page' | 'frame'
  /** Name of the call or event. */
  readonly name: string
  readonly kind: 'call' | 'answer' | 'failure' | 'event'
  readonly characters: number
}

/**
 * Diagnosis of the chat for the page's developer. It contains no content of conversations, no token and no
 * key, and the page's address without query and hash.
 */
export interface Diagnosis {
  /** Time, as an ISO date. */
  readonly at: string
  /** The page's address. */
  readonly page: string
  /** The service's origin. */
  readonly service: string
  readonly app: string
  readonly browser: string
  /** `frame`: `null` until it has loaded. */
  readonly versions: { readonly loader: string; readonly frame: string | null }
  readonly state: ChatState
  readonly findings: readonly Finding[]
  readonly metrics: ChatMetrics
  /** The last 20 failures if they were recorded (`data-debug`), else the current one. */
  readonly errors: readonly {
    readonly at: number
    readonly code: string
    readonly message: string
    readonly hint?: string
  }[]
  /** The last 100 messages since recording started. */
  readonly messages: readonly CrossedMessage[]
  /**
   * The last 20 texts announced to screen readers on the page itself: that an answer arrived, never its
   * content.
   */
  readonly announcements: readonly { readonly at: number; readonly text: string }[]
}
