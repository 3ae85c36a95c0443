import type { AlcoveError } from '../shared/errors.ts'

/** Who opened or closed the panel; `place`: it stands on the page, always open, and came near. */
export type Actor = 'user' | 'api' | 'place'

/** What `on` can listen to, with what the listener receives. */
export interface ChatEvents {
  /** The frame has loaded and both sides have proved who they are. Again after each reload of it. */
  ready: { readonly build: string }
  open: { readonly by: Actor }
  close: { readonly by: Actor }
  /** Launcher and panel are on the page again, or were taken off it: by a call, or by the address. */
  show: object
  hide: object
  /** Another conversation is shown; `null`: one that the server does not know yet. */
  'thread:change': ThreadEvent
  /** The server made a conversation for its first message. */
  'thread:create': ThreadEvent
  /** The messages of a stored conversation are there. */
  'thread:load': ThreadEvent
  /** The conversation that is shown has a title, or another one. */
  'thread:title': ThreadEvent & { readonly content?: { readonly title: string } }
  /** A message went out. */
  'message:sent': MessageEvent & { readonly attachments: number }
  /** An answer is there: whole, or as much as came. */
  'message:received': MessageEvent
  /** A message waits: for the network, or for the answer before it. */
  'message:queued': { readonly messageId: string }
  /** It was refused, and waits for the person's decision. */
  'message:failed': { readonly messageId: string; readonly code: string }
  /** An answer is being made, in the conversation that is shown. */
  'response:start': ThreadEvent
  /** Somebody stopped it. */
  'response:stopped': ThreadEvent
  /** It failed, and says so in the conversation. */
  'response:error': ThreadEvent
  /** It is over, well or not. `ms`: how long it took. */
  'response:end': {
    readonly threadId: string | null
    readonly ms: number
    readonly outcome: 'complete' | 'stopped' | 'failed' | 'waiting'
  }
  /** The assistant calls a tool, of the page or of the server. */
  'tool:call': ToolEvent
  /** A call waits for the person to allow it. */
  'tool:approval': ToolEvent
  'tool:result': ToolEvent
  /** A call failed, or was not allowed. */
  'tool:error': ToolEvent
  /** The person judged an answer; `null`: took it back. */
  feedback: {
    readonly messageId: string
    readonly value: 'positive' | 'negative' | null
    readonly content?: { readonly comment: string }
  }
  /** A file lies in the composer. `size` in bytes, 0 when nobody knows. */
  'attachment:add': FileEvent
  /** A file could not be uploaded, or has to be chosen again. */
  'attachment:error': FileEvent
  /** Somebody else chats, or nobody. */
  identity: { readonly state: ChatState['identity'] }
  /** The person could not be signed in; the panel says so, too. */
  'auth:error': { readonly code: string }
  /** Whether the visitor's browser has a network. */
  connection: { readonly state: 'online' | 'offline' }
  /** How many answers nobody has looked at. */
  unread: { readonly count: number }
  /** Something of the owner's was pressed: the button in the header (`header.action`), or `header.person` in the menu. */
  action: { readonly type: 'header' | 'person' }
  /**
   * Somebody pressed a link of an answer to the page's own site, which says that it opens such links
   * (`links: 'page'`). The page goes there next, unless a listener says `preventDefault()` at once.
   */
  link: { readonly url: string; preventDefault(): void }
  /** The chat is in another state. */
  state: ChatState
  error: AlcoveError
}

/** Each by its name, for whoever misspells one. */
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
  /** Of its text, in characters. */
  readonly length: number
  /** Where the service lets the page read the conversation, and `events.content` asks for it. */
  readonly content?: { readonly text: string }
}
interface ToolEvent {
  readonly tool: string
  readonly callId: string
}
interface FileEvent {
  readonly size: number
  /** Its media type; empty when the browser does not know. */
  readonly type: string
  readonly content?: { readonly name: string }
}

/** What every payload has besides its own. */
export interface EventFacts {
  /** The event's name. */
  readonly event: string
  /** Counts the events of this chat. */
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** The chat's project. */
  readonly instance: string
}

/** How a chat is, for pages that draw it. Another object whenever something of it is another. */
export interface ChatState {
  /** `idle`: nobody wanted it yet; `error`: the frame did not come, or refused. */
  readonly status: 'idle' | 'loading' | 'ready' | 'error' | 'destroyed'
  readonly open: boolean
  /** Neither `hide` nor the page's address took it off the page. */
  readonly visible: boolean
  /** How many answers nobody has looked at. */
  readonly unread: number
  /** The conversation that is shown; `null`: one that the server does not know, or none. */
  readonly threadId: string | null
  /** An answer is being made. */
  readonly running: boolean
  readonly connection: 'online' | 'offline'
  /** `none`: the page has not said who chats, or nobody does. */
  readonly identity: 'anonymous' | 'identified' | 'none'
}

/** Of a chat that nobody wanted yet. */
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
