import type { AlcoveError } from '../shared/errors.ts'
import type { GetToken, ArgumentIssue, ToolScope } from '../shared/bridge/contract.ts'
import type { JsonObject, JsonValue } from '../shared/json.ts'
import type { ToolLabels } from '../shared/tool-labels.ts'
import type { LookOptions } from '../shared/look/look-options.ts'
import type { GivenOptions } from './page-options.ts'

/** A user whom the host page's own server names. */
export interface TokenAuth {
  getToken: GetToken
}

/**
 * A user whom the page itself names, with a key of scope `browser`: nobody vouches for the name. Kept
 * in memory only. Both ids are 1 to 255 ASCII characters without spaces.
 */
export interface ApiKeyAuth {
  apiKey: `pk_${string}`
  userId: string
  workspaceId: string
}

/** What `createChat` takes: the script tag's attributes, and who chats. */
export interface ChatOptions extends GivenOptions {
  /** `token`: nothing is asked of the server before `identify`. Default `anonymous`. */
  auth?: 'anonymous' | 'token' | { anonymous: true } | TokenAuth | ApiKeyAuth
}

/** Who opened or closed the panel; `place`: it stands on the page, always open, and came near. */
export type Actor = 'user' | 'api' | 'place'

/** What `on` can listen to, with what the listener receives. */
export interface ChatEvents {
  /** The frame has loaded and both sides have proved who they are. Again after each reload of it. */
  ready: { readonly build: string }
  open: { readonly by: Actor }
  close: { readonly by: Actor }
  /** Another conversation is shown; `null`: one that the server does not know yet. */
  'thread:change': { readonly threadId: string | null }
  /** A message went out. `length`: of its text, in characters. */
  'message:sent': {
    readonly threadId: string | null
    readonly messageId: string
    readonly length: number
    readonly attachments: number
  }
  /** An answer is being made, in the conversation that is shown. */
  'response:start': { readonly threadId: string | null }
  /** It is over, well or not. `ms`: how long it took. */
  'response:end': {
    readonly threadId: string | null
    readonly ms: number
    readonly outcome: 'complete' | 'stopped' | 'failed' | 'waiting'
  }
  /** How many answers nobody has looked at. */
  unread: { readonly count: number }
  /** The owner's own button in the header was pressed (`header.action`). */
  action: { readonly type: 'header' }
  error: AlcoveError
}

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
}

/** Something that the page lets the assistant do. */
export interface ToolDefinition<Args = JsonObject> {
  /** For the model: what it does, and when to use it. At most 4,096 characters. */
  description: string
  /** A JSON schema of an object, at most 16,384 characters. Calls that do not fit it do not run. */
  parameters: object
  /**
   * `human`: the call is a question, its arguments are shown to the person, and what they answer is
   * the result; there is no `run`. Such a call survives a reload. Default `run`.
   */
  kind?: 'run' | 'human'
  /** What it touches. Default `write`. */
  scope?: ToolScope
  /**
   * `ask`: the person has to allow each call, with its arguments before them. Default `never` for the
   * scope `read`, else `ask`.
   */
  approval?: 'never' | 'ask'
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

/** What the page adds to each message that is sent. */
export interface ChatContext {
  /**
   * For the model: where the person is, what the page is about. At most 8,192 characters. Reaches the
   * model where the assistant takes it (`takesClientSystem`), behind the operator's own words.
   */
  system?: string
  /** Wishes for the call of the model, within what the operator allows. */
  callSettings?: {
    /** 0 to 2. */
    temperature?: number
    /** 0 to 1. */
    topP?: number
    /** Never more than the operator's, or 4,096. */
    maxOutputTokens?: number
    /** At most 4, of 64 characters each: the answer ends before one of them. */
    stopSequences?: string[]
  }
}

/** A bubble beside the launcher, in the page's own words. */
export interface Notice {
  /** Plain text of 1 to 300 characters. A press of it opens the chat. */
  readonly text: string
  /** What it goes by once it was closed. Default: its text. */
  readonly id?: string
  /** At most three; a press opens the chat and puts the prompt into the composer. */
  readonly actions?: readonly (string | { readonly label: string; readonly prompt: string })[]
}

/**
 * What the page can do with the conversation, by its person's leave: nothing here reads what was said.
 * Each loads the chat, but for `update`, `setTheme`, `show`, `hide` and `notify`, and none opens the panel.
 */
export interface ChatCommands {
  /**
   * Changes looks and words; what is not named stays, and `undefined` takes an option back. Resolves when
   * it is drawn. What is wrong with it is reported as `config_invalid`, and left out.
   */
  update(patch: { [Name in keyof GivenOptions]?: GivenOptions[Name] | undefined }): Promise<void>
  /** Short for `update({ theme })`. */
  setTheme(theme: NonNullable<LookOptions['theme']>): Promise<void>
  /** Shows launcher and panel again after `hide`. */
  show(): Promise<void>
  /** Takes launcher and panel off the page; the conversation goes on. */
  hide(): Promise<void>
  /**
   * Puts words into the composer, `null` takes them out again. Whether they stand there: what the person
   * typed is never overwritten.
   */
  setComposer(text: string | null): Promise<boolean>
  /**
   * Shows a bubble beside the closed launcher, as soon as nothing of the page stands there. Closed, or answered,
   * it does not come again to this visitor. Resolves to whether it was not closed before. Never in an element.
   */
  notify(notice: string | Notice): Promise<boolean>
  /** Begins another conversation. */
  newThread(): Promise<void>
  /** Shows a conversation of this person by its id. Rejects with `not_found`. */
  openThread(threadId: string): Promise<void>
  /** Stops the answer that is being made. Whether there was one. */
  stop(): Promise<boolean>
}

/** One chat on the page. After `destroy` every call but `destroy` rejects with `destroyed`. */
export interface ChatInstance extends BareChat, ChatCommands {}

/** What the loader's first file offers by itself. */
export interface BareChat {
  /**
   * Opens the panel. Resolves when the composer is usable, or when the panel was closed before it
   * was. Rejects with `frame_timeout`, `origin_not_allowed`, `version_skew` or `call_timeout`.
   */
  open(): Promise<void>
  close(): Promise<void>
  toggle(): Promise<void>
  /** Returns how to stop listening; with `once` it is over after the first, with `signal` when that aborts. */
  on<Name extends keyof ChatEvents>(
    event: Name,
    listener: (payload: ChatEvents[Name]) => void,
    options?: { once?: boolean; signal?: AbortSignal },
  ): () => void
  /**
   * Says who chats: whoever chatted before is gone. `getToken` is only stored: it is called when the
   * frame needs a token. Rejects with `config_invalid`, and then nobody chats before the next one; or
   * with what the frame's server says about token or key when the frame already runs.
   */
  identify(identity: TokenAuth | ApiKeyAuth): Promise<void>
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
  context(context: ChatContext | null): void
  /** Does what goes by a name in {@link ChatCommands}. Rejects with `call_unknown`. */
  run(command: string, ...args: unknown[]): Promise<unknown>
  /** Removes everything from the page. A second call does nothing. */
  destroy(): void
}
