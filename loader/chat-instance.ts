import type { ArgumentIssue, ToolScope } from '../shared/bridge/contract.ts'
import type { JsonObject, JsonValue } from '../shared/json.ts'
import type { JsonSchema } from '../shared/json-schema.ts'
import type { StandardSchema } from '../shared/standard-schema.ts'
import type { ToolLabels } from '../shared/tool-labels.ts'
import type { ChatCommands, ChatContext, ChatThreads } from './chat-commands.ts'
import type { ChatEvents, ChatState, EventFacts } from './chat-events.ts'
import type { ApiKeyAuth, PlainTokenAuth, TokenAuth } from './chat-options.ts'

/** Second argument of a running tool. */
export interface ToolContext {
  /** Stays the same for the whole life of a call: an idempotency key. */
  readonly toolCallId: string
  /** Aborts when the tool is stopped, exceeds its time limit, or loses its frame. */
  readonly signal: AbortSignal
  /**
   * Asks the person and resolves with their answer; the time limit is paused meanwhile. A second question
   * replaces the first, which rejects.
   */
  human(payload: unknown): Promise<JsonValue>
  /**
   * Shows progress to the person: plain text of at most 200 characters, and a fraction from 0 to 1. Can be
   * called at any rate; at most four updates a second are shown.
   */
  progress(state: string | { text?: string; fraction?: number }): void
  /**
   * Scrolls the page to an element. If the panel covers the element then, or the whole page, the panel closes, and
   * the person gets a way back to the conversation.
   */
  show(element: Element): Promise<void>
}

/** Result of {@link ToolFields.preview}: at most 1,000 characters and 12 fields; `null`: no preview. */
export type PreviewOfTool =
  | string
  | { text?: string; fields?: Readonly<Record<string, string | number>> }
  | null

/** The description of a tool: a function of the page, or a question to the person, that the assistant may call. */
export interface ToolFields<Args = JsonObject> {
  /** For the model: the tool's purpose, and when to use it. At most 4,096 characters. */
  description: string
  /**
   * A JSON schema of an object, or a Standard Schema (zod, valibot, arktype), which also converts the
   * arguments. At most 16,384 characters as JSON. Calls with other arguments do not run.
   */
  parameters: StandardSchema<unknown, Args> | JsonSchema
  /**
   * Makes the JSON schema of a Standard Schema that cannot describe itself, for example `toJsonSchema` of
   * valibot.
   */
  toJsonSchema?(parameters: never): object
  /** The effect of the tool. Default `write`. */
  scope?: ToolScope
  /**
   * `ask`: the person has to approve each call, and sees its arguments. `ask-once`: they can also approve it
   * for the rest of the conversation, except with the scope `sensitive`. Default: `never` for the scope
   * `read`, else `ask`.
   */
  approval?: 'never' | 'ask' | 'ask-once'
  /**
   * `false`: the tool is hidden from the model. A function is called before each message and has one second;
   * an exception counts as `false`.
   */
  available?: boolean | ((context: { readonly signal: AbortSignal }) => boolean | Promise<boolean>)
  /**
   * Describes the effect of a call for the person who has to approve it: plain text, or texts by names. Shown
   * beside the arguments. Has two seconds, and must change nothing.
   */
  preview?(args: Args): PreviewOfTool | Promise<PreviewOfTool>
  /**
   * Undoes a call on the person's request. The person sees the message of an exception; the model learns of
   * success or failure with the next message. The last 50 calls of a page can be undone, until the page is
   * left.
   */
  undo?(args: Args, result: unknown, context: { readonly signal: AbortSignal }): unknown
  /** Milliseconds, at most 3,600,000. Default 60,000. */
  timeoutMs?: number
  /** Texts that people read about its calls. Invalid ones are reported in the console and ignored. */
  labels?: ToolLabels
}

/** A tool that runs on the page. */
export interface RunToolDefinition<Args = JsonObject> extends ToolFields<Args> {
  kind?: 'run'
  /**
   * The return value or exception is sent to the model. The developer finds an exception in the console, with its
   * stack, and as the `cause` of the event `tool:error`.
   */
  run(args: Args, context: ToolContext): unknown
  /**
   * Called instead of `run` with arguments that do not match the schema. The return value is the result;
   * `undefined` keeps the failure. Without it, such a call fails before the person is asked.
   */
  onInvalid?(args: JsonObject, issues: readonly ArgumentIssue[], context: ToolContext): unknown
}

/** A tool that is a question: the person sees its arguments, and their answer is the result. Survives a reload. */
export interface HumanToolDefinition<Args = JsonObject> extends ToolFields<Args> {
  kind: 'human'
  run?: undefined
  onInvalid?: undefined
}

/** A tool for the assistant. */
export type ToolDefinition<Args = JsonObject> = RunToolDefinition<Args> | HumanToolDefinition<Args>

/** Options of `open`. */
export interface OpenWish {
  /** Shows a conversation of this person. */
  threadId?: string
  /** Starts a new conversation instead of the shown one. */
  newThread?: boolean
  /** Text for the composer; text that the person typed stays. */
  prefill?: string
  view?: 'thread' | 'history'
  /** Moves the focus to the composer, even if no person opened the panel. Default `false`. */
  focus?: boolean
}

/** A chat on the page. After `destroy` every call except `destroy` rejects with `destroyed`. */
export interface ChatInstance extends BareChat, ChatCommands {
  /** With the script tag, each is called by its name: `Alcove('threads.list')`. */
  readonly threads: ChatThreads
  readonly state: ChatState
  /**
   * Resolves when the frame is ready for the first time. With the script tag, use `on('ready', …)`, which
   * also fires for late listeners.
   */
  readonly ready: Promise<void>
  /**
   * Calls the listener when the state changes, as React's `useSyncExternalStore` expects. Returns a function
   * that unsubscribes.
   */
  subscribe(listener: () => void): () => void
}

/** A listener of an event, or of all events with `*`. */
export type EventListenerOf<Name extends keyof ChatEvents | '*'> = (
  payload: EventFacts &
    (Name extends keyof ChatEvents ? ChatEvents[Name] : Readonly<Record<string, unknown>>),
) => void

/** The part of the API that the loader's first file implements. */
export interface BareChat {
  /**
   * Opens the panel. Resolves when the look is painted and the composer takes keys, or when the panel was closed
   * before that. Rejects with `frame_timeout`, `script_failed`, `origin_not_allowed`, `version_skew` or `call_timeout`.
   */
  open(wish?: OpenWish): Promise<unknown>
  close(): Promise<void>
  toggle(): Promise<void>
  /**
   * Adds a listener and returns a function that removes it; `once` removes it after the first event, `signal`
   * when that aborts. `*` receives all events. A listener that is added late to `ready`, `state`, `unread`,
   * `connection` or `identity` is called at once with the current value. Once the chat is loaded, the
   * document also dispatches each event, as `alcove:open`, with the payload as `detail` but without its
   * `content`.
   */
  on<Name extends keyof ChatEvents | '*'>(
    event: Name,
    listener: EventListenerOf<Name>,
    options?: { once?: boolean; signal?: AbortSignal },
  ): () => void
  /** Only the status until the chat is first used. */
  readonly state: ChatState | { readonly status: 'idle' }
  /**
   * Sets the user and removes the earlier one. `getToken` is only stored: the frame calls it when it needs a
   * token. Rejects with `config_invalid`, and then the chat has no user until the next call; or with the
   * server's error about token or key if the frame is already running.
   */
  identify(identity: TokenAuth | PlainTokenAuth | ApiKeyAuth): Promise<void>
  /**
   * Registers a tool of the page; a tool of the same name is replaced. Returns a function that removes it. At
   * most 32. An invalid definition is reported as `config_invalid` when the chat is first used, and the tool
   * is ignored.
   */
  tool<Args = JsonObject>(name: string, definition: ToolDefinition<Args>): () => void
  /**
   * Sets the context that is sent with each message from then on; `null` removes it. An invalid context is
   * reported as `config_invalid` when the chat is first used, and is not sent.
   */
  setContext(context: ChatContext | null): void
  /**
   * Adds one field to the data of the context, independent of `setContext`; a field of the same name is
   * replaced. Returns a function that removes it.
   */
  addContext(name: string, value: unknown): () => void
  /** Runs a command of {@link ChatCommands} by its name. Rejects with `call_unknown`. */
  run(command: string, ...args: unknown[]): Promise<unknown>
  /** Removes the chat from the page. A second call does nothing. */
  destroy(): void
}
