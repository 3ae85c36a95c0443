import type { SerializedError } from '../errors.ts'
import type { JsonValue } from '../json.ts'
import type { HostContext } from './host-context.ts'
import type { HostTool, HumanQuestion, ToolReply, ToolRun } from './host-tool.ts'

// Everything here crosses a MessagePort as JSON text: plain data only, no functions, no class
// instances. Each method takes one argument, so that fields can be added.

/** What both sides speak. A frame that does not offer it is refused with `version_skew`. */
export const PROTOCOL_VERSION = 1

export type ColorScheme = 'light' | 'dark'

/** The panel's place on the host page. Insets are safe areas in CSS pixels, 0 beside a panel. */
export interface PanelViewport {
  readonly isSheet: boolean
  /** Whether there is room for a panel that is wide. A loader of an older version has no such one. */
  readonly canWiden?: boolean | undefined
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** A browser's key of the project, and whom it speaks for. */
export interface ApiKeyCredentials {
  readonly apiKey: string
  readonly userId: string
  readonly workspaceId: string
}

/**
 * Who chats, as the host page said. A higher epoch is another identity: the frame wipes first.
 * Epoch 0 with mode `token` is nobody yet: the frame asks nothing before the next epoch.
 */
export type HostIdentity = { readonly epoch: number } & (
  | { readonly mode: 'anonymous' }
  | { readonly mode: 'token' }
  | ({ readonly mode: 'apiKey' } & ApiKeyCredentials)
)

/**
 * What the host page knows and the frame must. Sent whole with every handshake and again when any
 * of it changed, so that a reload needs no replay of its own.
 */
export interface FrameSetup {
  readonly app: string
  readonly scheme: ColorScheme
  readonly viewport: PanelViewport
  readonly identity: HostIdentity
  /** What the page lets the assistant do. Absent until the page's side knows. */
  readonly tools?: readonly HostTool[] | undefined
  /** What the page adds to each message. Absent until the page's side knows. */
  readonly context?: HostContext | undefined
  /** An answer ran when the page heard last, perhaps on the page before: it is looked for at once. */
  readonly isAnswering?: boolean | undefined
}

export type TokenReason = 'initial' | 'expiring' | 'rejected' | 'identity'

/** Why the frame asks for a token, and which one it held before. */
export interface TokenQuestion {
  readonly reason: TokenReason
  readonly previous: string | null
  /** Whom the token is for, as {@link HostIdentity}. A frame of an older version does not say. */
  readonly epoch?: number | undefined
}

/** The question as whoever answers it gets it. The signal aborts when nobody waits any more. */
export type TokenRequest = TokenQuestion & { readonly signal: AbortSignal }

/**
 * Asks the host page's own server for a token. `null`, or an empty text, says that nobody is signed
 * in. The signal aborts after 10 seconds.
 */
export type GetToken = (request: TokenRequest) => string | null | Promise<string | null>

export interface OpenRequest {
  readonly isOpen: boolean
  /** The frame may take the focus only when this is true. */
  readonly userGesture: boolean
}

export type CloseReason = 'escape' | 'button'

/** Methods that the frame offers; the loader calls them. */
export type FrameMethods = {
  /** Answers when the composer is usable (open) or at once (closed). */
  setOpen(request: OpenRequest): void
  /** Answers when a new identity is applied; rejects with what the server says about its token. */
  update(setup: FrameSetup): void
  /** A running tool asks the person; answers when the person did. */
  askHuman(question: HumanQuestion): JsonValue
}

/** Methods that the loader offers; the frame calls them. */
export type HostMethods = {
  /** `null` says that the host page has no token: the authorization failed. */
  getToken(question: TokenQuestion): string | null
  close(request: { readonly reason: CloseReason }): void
  /** Runs a tool that the setup declares. What the tool throws is an answer too. */
  runTool(run: ToolRun): ToolReply
}

/** Facts that the frame tells the loader; nobody answers. */
export type HostEvents = {
  state: { readonly isRunning: boolean; readonly unread: number }
  /** How wide the person wants the panel. */
  panel: { readonly isWide: boolean }
  error: SerializedError
}

/** The frame hears no events yet: what the loader says to it is a call. */
export type FrameEvents = Record<never, never>
