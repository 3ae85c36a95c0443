import type { SerializedError } from '../errors.ts'
import type { JsonValue, JsonObject } from '../json.ts'
import type { HostContext } from './host-context.ts'
import type { LinkPress, LinkReply } from './link-press.ts'
import type { PageEvent } from './page-event.ts'
import type { PanelWords } from './panel-words.ts'
import type { ToolExtra, ToolProgress, ToolQuestion } from './tool-extras.ts'

// Everything here crosses a MessagePort as JSON text: plain data. A method takes one argument, so that fields
// can be added.

/** Protocol version. A frame that does not offer it is refused with `version_skew`. */
export const PROTOCOL_VERSION = 1

export type ColorScheme = 'light' | 'dark'

/** The panel's place on the host page. Insets are safe areas in CSS pixels, 0 beside a panel. */
export interface PanelViewport {
  readonly isSheet: boolean
  /** True if there is space for a wide panel. Absent from loaders of older versions. */
  readonly canWiden?: boolean | undefined
  /** True for a panel that is always open and cannot be closed. */
  readonly isFixed?: boolean | undefined
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** A browser's key of the project, and the user that it claims. */
export interface ApiKeyCredentials {
  readonly apiKey: string
  readonly userId: string
  readonly workspaceId: string
}

/** `ask`: the person decides. */
export type MergeWish = 'ask' | 'always' | 'never'

/**
 * The user, as set by the host page. A higher epoch is another identity: the frame wipes first. Epoch 0 with
 * mode `token` has no identity yet: the frame makes no calls before the next epoch.
 */
export type HostIdentity = {
  readonly epoch: number
  /** Treatment of conversations from before the visitor signed in. Default `ask`. */
  readonly merge?: MergeWish | undefined
} & (
  | { readonly mode: 'anonymous' }
  /**
   * `isNobody`: the page says that no user is signed in; a frame of an older version then asks for a token.
   * `isComing`: the page has named a user, and its own side is still loading the token.
   */
  | {
      readonly mode: 'token'
      readonly isNobody?: boolean | undefined
      readonly isComing?: boolean | undefined
    }
  | ({ readonly mode: 'apiKey' } & ApiKeyCredentials)
)

/**
 * The host page's data for the frame. Sent whole with every handshake and again after each change, so that a
 * reload needs no replay.
 */
export interface FrameSetup {
  readonly app: string
  readonly scheme: ColorScheme
  readonly viewport: PanelViewport
  readonly identity: HostIdentity
  /** Tools that the page offers to the assistant. Absent until the page's side has loaded them. */
  readonly tools?: readonly HostTool[] | undefined
  /** Data that the page adds to each message. Absent until the page's side has loaded it. */
  readonly context?: HostContext | undefined
  /** The page's options for look and texts, unvalidated; `readLook` validates them. */
  readonly look?: JsonObject | undefined
  /** Tag of the page's language. Absent if the page sets none, and from loaders of older versions. */
  readonly locale?: string | undefined
  /** The page wants to read messages; the service decides whether it may. */
  readonly wantsContent?: boolean | undefined
  /** The page has a proof for new visitors. */
  readonly hasVisitorProof?: boolean | undefined
  /** Links to this origin, the page's own, are opened by the page; see {@link HostMethods.openLink}. */
  readonly linksTo?: string | undefined
  /** An answer was running at the page's last event, perhaps on the page before: the frame looks for it at once. */
  readonly isAnswering?: boolean | undefined
}

export type TokenReason = 'initial' | 'expiring' | 'rejected' | 'identity'

/** The reason why the frame asks for a token, and the token that it had. */
export interface TokenQuestion {
  readonly reason: TokenReason
  readonly previous: string | null
  /** The number of the identity that the token is for. Frames of older versions do not send it. */
  readonly epoch?: number | undefined
}

/** The question with a signal that aborts when the answer is not needed any more. */
export type TokenRequest = TokenQuestion & { readonly signal: AbortSignal }

/**
 * Gets a token from the host page's own server. `null`, or an empty text, means that no user is signed in.
 * The signal aborts after 10 seconds.
 */
export type GetToken = (request: TokenRequest) => string | null | Promise<string | null>

export interface OpenRequest {
  readonly isOpen: boolean
  /** The frame may take the focus only if this is true. */
  readonly userGesture: boolean
}

export type CloseReason = 'escape' | 'button'

/** Methods that the frame offers; the loader calls them. */
export type FrameMethods = {
  /** Resolves when the composer is usable (open) or at once (closed). */
  setOpen(request: OpenRequest): void
  /** Resolves when a new identity is applied; rejects with the server's error about its token. */
  update(setup: FrameSetup): void
  /** A running tool asks the person; resolves with the person's answer. */
  askHuman(question: HumanQuestion): JsonValue
  /** Runs the command of this name in `ChatCommands`. */
  run(command: PageCommand): JsonValue
}

/** A command of the page for the conversation. */
export interface PageCommand {
  readonly name: string
  readonly args: readonly JsonValue[]
}

/** Methods that the loader offers; the frame calls them. */
export type HostMethods = {
  /** `null` means that the host page has no token: the authorization failed. */
  getToken(question: TokenQuestion): string | null
  close(request: { readonly reason: CloseReason }): void
  /** Gets the page's proof for a new visitor, if the setup says that there is one. */
  getVisitorProof(request: null): string
  /** Runs a tool of the setup. An error of the tool is an answer too. */
  runTool(run: ToolRun): ToolReply
  /** Opens an address of the page's own site in the page, or answers that the person has to agree first. */
  openLink(press: LinkPress): LinkReply
  /** Answers a {@link ToolQuestion}. Called only for tools whose {@link HostTool.extras} include it. */
  askTool(question: ToolQuestion): unknown
}

/** Events from the frame to the loader, without an answer. */
export type HostEvents = {
  state: {
    readonly isRunning: boolean
    readonly unread: number
    /** True while the answer of an earlier page was not found, and might still run. */
    readonly isUnsure?: boolean
  }
  /** The person's choice of the panel's width. */
  panel: { readonly isWide: boolean }
  /** An event for the page; see `ChatEvents`. */
  event: PageEvent
  error: SerializedError
  /** The panel's texts in the frame's language from now on; the panel's own texts are English. */
  words: Partial<PanelWords>
  /** The person leaves the preview of a draft. */
  leavePreview: null
  /** The part of the project's look that its launcher should wear. */
  projectLook: Readonly<Record<string, string>>
}

/** Events from the loader to the frame: the progress of a tool. Frames of older versions ignore them. */
export type FrameEvents = { progress: ToolProgress }

/** Maximum tools of one page. The server accepts no more for one answer. */
export const HOST_TOOLS_MAX = 32
/** Maximum of one tool's schema, in characters of its JSON text. */
export const TOOL_SCHEMA_LIMIT_CHARACTERS = 16_384
/** Maximum of one tool's description. */
export const TOOL_DESCRIPTION_LIMIT_CHARACTERS = 4_096
/** Maximum of all tools of a page together, as JSON text: a setup has to fit into one message. */
export const HOST_TOOLS_LIMIT_CHARACTERS = 49_152
/** Default time limit of a tool. */
export const TOOL_TIMEOUT_MS = 60_000
/** Maximum time limit of a tool: one hour. */
export const TOOL_TIMEOUT_LIMIT_MS = 3_600_000
/** Maximum of reported issues of one call: a list of 10,000 wrong items is reported by its first. */
export const ISSUES_MAX = 20

/** Kinds of effect of a tool. */
export const TOOL_SCOPES = ['read', 'write', 'navigate', 'sensitive'] as const
export type ToolScope = (typeof TOOL_SCOPES)[number]

/** A tool of the host page, without its code, which only the page can run. */
export interface HostTool {
  readonly name: string
  readonly description: string
  /** The JSON schema of its arguments as text, whose length is known before it is parsed. */
  readonly schema: string
  /** `human`: nothing runs; the call is a question, and the person's answer is its result. */
  readonly kind: 'run' | 'human'
  readonly scope: ToolScope
  /** `ask`: a person has to approve each call and its arguments. */
  readonly approval: 'never' | 'ask'
  readonly timeoutMs: number
  /** True if the page wants to be called with arguments that the schema refuses. */
  readonly handlesInvalid: boolean
  /** Labels of its calls for people, unvalidated; `readToolLabels` validates them. */
  readonly labels?: JsonValue | undefined
  /** Optional features; a frame of an older version ignores them. */
  readonly extras?: readonly ToolExtra[] | undefined
  /** Names of all fields of the definition, to find misspelt ones. */
  readonly fields?: readonly string[] | undefined
}

/** A fault of a call's arguments, found by the schema. */
export interface ArgumentIssue {
  /** From the arguments down; empty: the arguments themselves. */
  readonly path: readonly string[]
  readonly message: string
}

/** A call of a host tool. */
export interface ToolRun {
  readonly name: string
  readonly callId: string
  readonly args: JsonObject
  /** Present only if the tool handles invalid arguments, and these are invalid. */
  readonly issues?: readonly ArgumentIssue[]
  /** Unique id of this run, by which it can be undone. Absent from frames of older versions. */
  readonly runId?: string
}

/** Outcome of a host tool. */
export type ToolReply =
  /** Without `output` it returned nothing; `isLossy`: only this part of the result could be converted to JSON. */
  { readonly output?: JsonValue; readonly isLossy?: boolean } | { readonly errorText: string }

/** A running host tool's question to the person. */
export interface HumanQuestion {
  readonly callId: string
  readonly payload: JsonValue
}
