import type { SerializedError } from '../errors.ts'
import type { JsonValue, JsonObject } from '../json.ts'
import type { LinkPress, LinkReply } from './link-press.ts'
import type { PageEvent } from './page-event.ts'
import type { PanelWords } from './panel-words.ts'
import type { ToolExtra, ToolProgress, ToolQuestion } from './tool-extras.ts'

// Everything here crosses a MessagePort as JSON text: plain data. A method takes one argument, which can grow.

/** What both sides speak. A frame that does not offer it is refused with `version_skew`. */
export const PROTOCOL_VERSION = 1

export type ColorScheme = 'light' | 'dark'

/** The panel's place on the host page. Insets are safe areas in CSS pixels, 0 beside a panel. */
export interface PanelViewport {
  readonly isSheet: boolean
  /** Whether there is room for a panel that is wide. A loader of an older version has no such one. */
  readonly canWiden?: boolean | undefined
  /** Open for as long as it is there: nobody closes it. */
  readonly isFixed?: boolean | undefined
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

/** `ask`: the person decides. */
export type MergeWish = 'ask' | 'always' | 'never'

/**
 * Who chats, as the host page said. A higher epoch is another identity: the frame wipes first.
 * Epoch 0 with mode `token` is nobody yet: the frame asks nothing before the next epoch.
 */
export type HostIdentity = {
  readonly epoch: number
  /** What becomes of the conversations of the visitor that they were. Default `ask`. */
  readonly merge?: MergeWish | undefined
} & (
  | { readonly mode: 'anonymous' }
  /**
   * `isNobody`: the page says that nobody chats. A frame of an older version asks for a token then. `isComing`: it
   * has said who does, and its own side still reads that.
   */
  | {
      readonly mode: 'token'
      readonly isNobody?: boolean | undefined
      readonly isComing?: boolean | undefined
    }
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
  /** What the page says of looks and words, as it said it; `readLook` checks it. */
  readonly look?: JsonObject | undefined
  /** The language that the page wants, as a tag. Absent where it says none, and from loaders of older versions. */
  readonly locale?: string | undefined
  /** The page wants to hear what is said; the service decides whether it does. */
  readonly wantsContent?: boolean | undefined
  /** The page has something to show for a new visitor. */
  readonly hasVisitorProof?: boolean | undefined
  /** Links to this origin, the page's own, are opened by the page; see {@link HostMethods.openLink}. */
  readonly linksTo?: string | undefined
  /** An answer ran when the page heard last, perhaps on the page before: it is looked for at once. */
  readonly isAnswering?: boolean | undefined
}

export type TokenReason = 'initial' | 'expiring' | 'rejected' | 'identity'

/** Why the frame asks for a token, and which one it held before. */
export interface TokenQuestion {
  readonly reason: TokenReason
  readonly previous: string | null
  /** The number of the identity that the token is for. Frames of older versions do not send it. */
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
  /** Does what goes by this name in `ChatCommands`. */
  run(command: PageCommand): JsonValue
}

/** What the page wants done with the conversation. */
export interface PageCommand {
  readonly name: string
  readonly args: readonly JsonValue[]
}

/** Methods that the loader offers; the frame calls them. */
export type HostMethods = {
  /** `null` says that the host page has no token: the authorization failed. */
  getToken(question: TokenQuestion): string | null
  close(request: { readonly reason: CloseReason }): void
  /** The page's proof for a new visitor, where the setup says that there is one. */
  getVisitorProof(request: null): string
  /** Runs a tool that the setup declares. What the tool throws is an answer too. */
  runTool(run: ToolRun): ToolReply
  /** Opens an address of the page's own site in the page, or says that the person has to agree first. */
  openLink(press: LinkPress): LinkReply
  /** Answers as {@link ToolQuestion} says. Asked only of tools that {@link HostTool.extras} says it of. */
  askTool(question: ToolQuestion): unknown
}

/** Facts that the frame tells the loader; nobody answers. */
export type HostEvents = {
  state: { readonly isRunning: boolean; readonly unread: number }
  /** How wide the person wants the panel. */
  panel: { readonly isWide: boolean }
  /** Something happened that the page may know; see `ChatEvents`. */
  event: PageEvent
  error: SerializedError
  /** What the panel says in the frame's language from now on; in English the panel has words of its own. */
  words: Partial<PanelWords>
}

/** Facts that the loader tells the frame: how far a tool is. A frame of an older version hears none. */
export type FrameEvents = { progress: ToolProgress }

/** Of one page. The server takes no more for one answer. */
export const HOST_TOOLS_MAX = 32
/** Of one tool's schema, in characters of its JSON text. */
export const TOOL_SCHEMA_LIMIT_CHARACTERS = 16_384
/** Of one tool's description. */
export const TOOL_DESCRIPTION_LIMIT_CHARACTERS = 4_096
/** Of all tools of a page together, as JSON text: a setup has to fit into one message. */
export const HOST_TOOLS_LIMIT_CHARACTERS = 49_152
/** How long a tool may run unless it says otherwise. */
export const TOOL_TIMEOUT_MS = 60_000
/** The longest time that a tool may ask for: one hour. */
export const TOOL_TIMEOUT_LIMIT_MS = 3_600_000
/** How many issues of one call cross: a list of 10,000 wrong items is told by its first. */
export const ISSUES_MAX = 20

export type ToolScope = 'read' | 'write' | 'navigate' | 'sensitive'

/** A tool of the host page, without what only the page can do: run it. */
export interface HostTool {
  readonly name: string
  readonly description: string
  /** The JSON schema of its arguments as text: how long a text is, is known before it is read. */
  readonly schema: string
  /** `human`: nothing runs; the call is a question, and what the person answers is its result. */
  readonly kind: 'run' | 'human'
  readonly scope: ToolScope
  /** `ask`: a person has to allow each call, with its arguments before them. */
  readonly approval: 'never' | 'ask'
  readonly timeoutMs: number
  /** Whether the page wants to be called with arguments that the schema does not accept. */
  readonly handlesInvalid: boolean
  /** What people read of its calls, as the page says it; `readToolLabels` checks it. */
  readonly labels?: JsonValue | undefined
  /** What it has besides; a frame of an older version does without. */
  readonly extras?: readonly ToolExtra[] | undefined
  /** What stands in the definition, by which slips of the pen are found. */
  readonly fields?: readonly string[] | undefined
}

/** What the schema does not accept about a call's arguments. */
export interface ArgumentIssue {
  /** From the arguments down; empty: the arguments themselves. */
  readonly path: readonly string[]
  readonly message: string
}

/** One call of a host tool. */
export interface ToolRun {
  readonly name: string
  readonly callId: string
  readonly args: JsonObject
  /** Only where the tool handles invalid arguments, and these are. */
  readonly issues?: readonly ArgumentIssue[]
  /** Of this run alone, by which it can be taken back. A frame of an older version gives none. */
  readonly runId?: string
}

/** How a host tool ended. */
export type ToolReply =
  /** Without `output` it gave nothing back; `isLossy`: it was no JSON, and this is what is left. */
  { readonly output?: JsonValue; readonly isLossy?: boolean } | { readonly errorText: string }

/** What a running host tool asks of the person. */
export interface HumanQuestion {
  readonly callId: string
  readonly payload: JsonValue
}

/** What the page adds to each message that is sent: the server decides what of it counts. */
export interface HostContext {
  /** For the model: where the person is, and what the page is about. */
  readonly system?: string | undefined
  /** Wishes for the call of the model, of {@link CALL_SETTINGS}. */
  readonly callSettings?: JsonObject | undefined
  /** What the page knows, by names that people read: data for the model, and never instructions. */
  readonly data?: JsonObject | undefined
}

/** Characters of `system`; a server may take fewer bytes (`clientSystemBytes`). */
export const HOST_SYSTEM_MAX_CHARACTERS = 8_192
/** Of `callSettings` as JSON. */
export const CALL_SETTINGS_MAX_CHARACTERS = 1_024
/** What a page can wish for. */
export const CALL_SETTINGS = ['temperature', 'topP', 'maxOutputTokens', 'stopSequences'] as const
