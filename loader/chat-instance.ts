import type { ArgumentIssue, ToolScope } from '../shared/bridge/contract.ts'
import type { JsonObject, JsonValue } from '../shared/json.ts'
import type { StandardSchema } from '../shared/standard-schema.ts'
import type { ToolLabels } from '../shared/tool-labels.ts'
import type { ChatCommands, ChatContext, ChatThreads } from './chat-commands.ts'
import type { ChatEvents, ChatState, EventFacts } from './chat-events.ts'
import type { ApiKeyAuth, PlainTokenAuth, TokenAuth } from './chat-options.ts'

/** What a running tool has besides its arguments. */
export interface ToolContext {
  /** The same for the whole life of a call: a key for what must not happen twice. */
  readonly toolCallId: string
  /** Aborts when somebody stops the tool, when it takes too long, or when the frame goes away. */
  readonly signal: AbortSignal
  /**
   * Asks the person and waits for what they answer; the time limit stands still. A second question
   * takes the place of the first, which rejects.
   */
  human(payload: unknown): Promise<JsonValue>
  /**
   * Tells the person how far it is: plain text of at most 200 characters, and a fraction from 0 to 1. As often as
   * you like; four of a second are shown.
   */
  progress(state: string | { text?: string; fraction?: number }): void
}

/** What {@link ToolDefinition.preview} gives: at most 1,000 characters and 12 fields; `null`: nothing. */
export type PreviewOfTool =
  | string
  | { text?: string; fields?: Readonly<Record<string, string | number>> }
  | null

/** Something that the page lets the assistant do. */
export interface ToolDefinition<Args = JsonObject> {
  /** For the model: what it does, and when to use it. At most 4,096 characters. */
  description: string
  /**
   * A JSON schema of an object, or a Standard Schema (zod, valibot, arktype), which also converts what it is
   * called with. At most 16,384 characters as JSON. Calls that do not fit it do not run.
   */
  parameters: StandardSchema<unknown, Args> | object
  /** Makes the JSON schema of a Standard Schema that has none of its own: `toJsonSchema` of valibot, for one. */
  toJsonSchema?(parameters: never): object
  /**
   * `human`: the call is a question, its arguments are shown to the person, and what they answer is
   * the result; there is no `run`. Such a call survives a reload. Default `run`.
   */
  kind?: 'run' | 'human'
  /** What it touches. Default `write`. */
  scope?: ToolScope
  /**
   * `ask`: the person has to allow each call, with its arguments before them. `ask-once`: they may allow it for the
   * rest of the conversation, too; never for the scope `sensitive`. Default `never` for the scope `read`, else `ask`.
   */
  approval?: 'never' | 'ask' | 'ask-once'
  /**
   * `false`: the model is not told of it. A function is asked before each message, and has a second; what it throws
   * is a no.
   */
  available?: boolean | ((context: { readonly signal: AbortSignal }) => boolean | Promise<boolean>)
  /**
   * What a call would do, for the person who is asked to allow it: plain text, or texts by names. It stands beside
   * the arguments. It has two seconds, and changes nothing.
   */
  preview?(args: Args): PreviewOfTool | Promise<PreviewOfTool>
  /**
   * Takes a call back, when the person wants that. What it throws they are told; the model is told of either with
   * the next message. At most 50 calls of a page can be taken back, until it is left.
   */
  undo?(args: Args, result: unknown, context: { readonly signal: AbortSignal }): unknown
  /** Milliseconds, at most 3,600,000. Default 60,000. */
  timeoutMs?: number
  /** What people read of its calls. What is wrong with it is told in the console, and left out. */
  labels?: ToolLabels
  /** What it returns or throws, the model is told. */
  run?(args: Args, context: ToolContext): unknown
  /**
   * Called in place of `run` with arguments that do not fit the schema. What it returns is the
   * result; `undefined` leaves the failure.
   */
  onInvalid?(args: JsonObject, issues: readonly ArgumentIssue[], context: ToolContext): unknown
}

/** What an opening shows. */
export interface OpenWish {
  /** A conversation of this person. */
  threadId?: string
  /** Another conversation, in place of what was shown. */
  newThread?: boolean
  /** For the composer; what the person typed stays. */
  prefill?: string
  view?: 'thread' | 'history'
  /** Whether the composer takes the focus, also without a hand that opened the panel. Default `false`. */
  focus?: boolean
}

/** One chat on the page. After `destroy` every call but `destroy` rejects with `destroyed`. */
export interface ChatInstance extends BareChat, ChatCommands {
  /** With the script tag each by its name: `Alcove('threads.list')`. */
  readonly threads: ChatThreads
  readonly state: ChatState
  /** Resolves when the frame is there for the first time; with the script tag `on('ready', …)` says so, also late. */
  readonly ready: Promise<void>
  /** Calls when the state is another one: what React's `useSyncExternalStore` wants. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** What the loader's first file offers by itself. */
export interface BareChat {
  /**
   * Opens the panel. Resolves when the composer is usable, or when the panel was closed before it
   * was. Rejects with `frame_timeout`, `script_failed`, `origin_not_allowed`, `version_skew` or `call_timeout`.
   */
  open(wish?: OpenWish): Promise<unknown>
  close(): Promise<void>
  toggle(): Promise<void>
  /**
   * Returns how to stop listening; with `once` it is over after the first, with `signal` when that aborts. `*`
   * hears all events. Who listens late to `ready`, `state`, `unread`, `connection` or `identity` is told at once
   * how it stands. Once the chat is loaded the document hears each as well, as `alcove:open`, with the payload
   * as `detail` and without its `content`.
   */
  on<Name extends keyof ChatEvents | '*'>(
    event: Name,
    listener: (
      payload: EventFacts &
        (Name extends keyof ChatEvents ? ChatEvents[Name] : Readonly<Record<string, unknown>>),
    ) => void,
    options?: { once?: boolean; signal?: AbortSignal },
  ): () => void
  /** Before anybody wanted the chat only its status. */
  readonly state: ChatState | { readonly status: 'idle' }
  /**
   * Says who chats: whoever chatted before is gone. `getToken` is only stored: it is called when the
   * frame needs a token. Rejects with `config_invalid`, and then nobody chats before the next one; or
   * with what the frame's server says about token or key when the frame already runs.
   */
  identify(identity: TokenAuth | PlainTokenAuth | ApiKeyAuth): Promise<void>
  /**
   * Lets the assistant use a tool of the page; one of the same name is replaced. Returns how to take
   * it back. At most 32. What is wrong with a definition is reported as `config_invalid` once
   * somebody wants the chat, and the tool is left out.
   */
  tool<Args = JsonObject>(name: string, definition: ToolDefinition<Args>): () => void
  /**
   * Says what goes out with each message from now on, in place of what was said before; `null` takes it
   * back. What is wrong with it is reported as `config_invalid` once somebody wants the chat, and
   * nothing goes out.
   */
  setContext(context: ChatContext | null): void
  /**
   * Adds one field to the data of the context, whatever `setContext` says; one of the same name is replaced.
   * Returns how to take it back.
   */
  addContext(name: string, value: unknown): () => void
  /** Does what goes by a name in {@link ChatCommands}. Rejects with `call_unknown`. */
  run(command: string, ...args: unknown[]): Promise<unknown>
  /** Removes everything from the page. A second call does nothing. */
  destroy(): void
}
