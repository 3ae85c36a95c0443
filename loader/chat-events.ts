import type { AlcoveError } from '../shared/errors.ts'

/**
 * The cause of opening or closing the panel. `place`: the chat is part of the page, always open, and came
 * into view.
 */
export type Actor = 'user' | 'api' | 'place'

/** Events of `on`, with the payload for the listener. */
export interface ChatEvents {
  /** The frame has loaded and the handshake succeeded. Fires again after each reload of the frame. */
  ready: { readonly build: string }
  open: { readonly by: Actor }
  close: { readonly by: Actor }
  /** Launcher and panel were added to the page again, or removed: by a call, or because of the page's address. */
  show: object
  hide: object
  /** Another conversation is shown; `null`: one that the server does not have yet. */
  'thread:change': ThreadEvent
  /** The server created a conversation for its first message. */
  'thread:create': ThreadEvent
  /** The messages of a stored conversation have loaded. */
  'thread:load': ThreadEvent
  /** The shown conversation got its first title or another title. */
  'thread:title': ThreadEvent & { readonly content?: { readonly title: string } }
  /** A message was sent. */
  'message:sent': MessageEvent & { readonly attachments: number }
  /** An answer ended: complete, or as much as arrived. */
  'message:received': MessageEvent
  /** A message is queued: for the network, or for the answer before it. */
  'message:queued': { readonly messageId: string }
  /** A message was refused and waits for the person's decision. */
  'message:failed': { readonly messageId: string; readonly code: string }
  /** An answer started in the shown conversation. */
  'response:start': ThreadEvent
  /** A person or the page stopped the answer. */
  'response:stopped': ThreadEvent
  /** The answer failed; the conversation shows the failure. */
  'response:error': ThreadEvent
  /** The answer ended, well or not. `ms`: its duration. */
  'response:end': {
    readonly threadId: string | null
    readonly ms: number
    readonly outcome: 'complete' | 'stopped' | 'failed' | 'waiting'
  }
  /** The assistant calls a tool, of the page or of the server. */
  'tool:call': ToolEvent
  /** A tool call waits for the person's approval. */
  'tool:approval': ToolEvent
  'tool:result': ToolEvent
  /** A call failed, or was not allowed. `cause`: the error that the page's own `run` threw. */
  'tool:error': ToolEvent & { readonly cause?: unknown }
  /** The person rated an answer; `null`: they withdrew the rating. */
  feedback: {
    readonly messageId: string
    readonly value: 'positive' | 'negative' | null
    readonly content?: { readonly comment: string }
  }
  /** A file was added to the composer. `size` in bytes, 0 if unknown. */
  'attachment:add': FileEvent
  /** A file could not be uploaded, or has to be chosen again. */
  'attachment:error': FileEvent
  /** The user changed, or signed out. */
  identity: { readonly state: ChatState['identity'] }
  /** Sign-in failed; the panel shows it, too. */
  'auth:error': { readonly code: string }
  /** The visitor's browser went online or offline. */
  connection: { readonly state: 'online' | 'offline' }
  /** The number of answers that have not been seen. */
  unread: { readonly count: number }
  /**
   * A control of the owner was pressed: the button in the header (`header.action`), or `header.person` in the
   * menu.
   */
  action: { readonly type: 'header' | 'person' }
  /**
   * The person pressed a link of an answer to the page's own site, on a page that opens such links itself
   * (`links: 'page'`). The page goes there next, unless a listener calls `preventDefault()` synchronously.
   */
  link: { readonly url: string; preventDefault(): void }
  /** The state of the chat changed. */
  state: ChatState
  error: AlcoveError
}

/** All event names, to find misspelled ones. */
export const EVENT_NAMES: Readonly<Record<keyof ChatEvents, true>> = {
  ready: true,
  open: true,
  close: true,
  show: true,
  hide: true,
  'thread:change': true,
  'thread:create': true,
  'thread:load': true,
  'thread:title': true,
  'message:sent': true,
  'message:received': true,
  'message:queued': true,
  'message:failed': true,
  'response:start': true,
  'response:stopped': true,
  'response:error': true,
  'response:end': true,
  'tool:call': true,
  'tool:approval': true,
  'tool:result': true,
  'tool:error': true,
  feedback: true,
  'attachment:add': true,
  'attachment:error': true,
  identity: true,
  'auth:error': true,
  connection: true,
  unread: true,
  action: true,
  link: true,
  state: true,
  error: true,
}

interface ThreadEvent {
  readonly threadId: string | null
}
interface MessageEvent extends ThreadEvent {
  readonly messageId: string
  /** Length of the text in characters. */
  readonly length: number
  /** Set if the service lets the page read the conversation and `events.content` asks for it. */
  readonly content?: { readonly text: string }
}
interface ToolEvent {
  readonly tool: string
  readonly callId: string
}
interface FileEvent {
  readonly size: number
  /** Its media type; empty if the browser does not know it. */
  readonly type: string
  readonly content?: { readonly name: string }
}

/** Fields that every payload has besides its own. */
export interface EventFacts {
  /** The event's name. */
  readonly event: string
  /** Sequence number of the event within this chat. */
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The chat's project. */
  readonly instance: string
}

/** The state of a chat, for pages that draw it. Each change creates a new object. */
export interface ChatState {
  /** `idle`: not used yet; `error`: the frame did not load, or refused. */
  readonly status: 'idle' | 'loading' | 'ready' | 'error' | 'destroyed'
  readonly open: boolean
  /** False while `hide` or the page's address keeps the chat off the page. */
  readonly visible: boolean
  /** The number of answers that have not been seen. */
  readonly unread: number
  /** The shown conversation; `null`: none, or one that the server does not have yet. */
  readonly threadId: string | null
  /** An answer is running. */
  readonly running: boolean
  readonly connection: 'online' | 'offline'
  /** `none`: the page has not identified a user, or has signed them out. */
  readonly identity: 'anonymous' | 'identified' | 'none'
}

/** The state of a chat that was not used yet. */
export const IDLE: ChatState = {
  status: 'idle',
  open: false,
  visible: true,
  unread: 0,
  threadId: null,
  running: false,
  connection: 'online',
  identity: 'none',
}
