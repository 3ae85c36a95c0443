import type { Warn } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { UiMessage } from '../../shared/api/chat.ts'
import type { StreamEvent } from '../../shared/wire/sse.ts'
import type { ChatOptions, StreamPlace } from '../api/chat-calls.ts'
import type { Cloud } from '../api/cloud.ts'
import type { ByteStream } from '../api/open-stream.ts'
import type { Keeper, KeeperSettings } from './history-keeper.ts'
import type { ParentRow } from './row-ids.ts'

/** A tool as the chat call carries it, under its name. */
export interface ToolDeclaration {
  readonly description?: string
  /** A JSON schema of an object. */
  readonly parameters: JsonObject
}

/** What this browser adds to a chat call; read again for each. */
export interface CallContext {
  readonly system?: string | undefined
  readonly callSettings?: JsonObject | undefined
  readonly tools: Readonly<Record<string, ToolDeclaration>>
}

export const NO_CONTEXT: CallContext = { tools: {} }

/** `continue`: an answer that waited for the outcome of its calls goes on. */
export type TurnKind = 'submit' | 'regenerate' | 'continue'

/** A part of a message as the AI SDK writes it. */
export type UiPart = UiMessage['parts'][number]

/** One call that makes an answer. */
export interface TurnCall {
  readonly kind: TurnKind
  readonly threadId: string
  /** Names this call, so that a stop finds it before the server knows the thread. */
  readonly requestId: string
  /** The message that is answered. */
  readonly question: Message
  /** With `continue` as it waited, with the outcomes in it; else before its first chunk. */
  readonly answer: Message
  /** The answer that is made again. */
  readonly replaced: Message | null
  /** What was decided about the calls that it waited for. */
  readonly outcomes: readonly UiPart[]
  /** The answer only takes them, and does not go on. Default false. */
  readonly isStopped?: boolean
  /** The answer as it was cut off: its text goes on. */
  readonly cutOff?: Message | undefined
  readonly context: CallContext
  /** What the composer said of this call. */
  readonly metadata?: JsonObject | undefined
  /** From the first loaded message to the question. */
  readonly path: () => readonly Message[]
  /** `undefined` while the server does not know the message. */
  readonly rowOf: (key: string) => string | undefined
  /** The row of the nearest message before the question that the server has. */
  readonly parentRow: () => ParentRow | null
}

export interface TurnStream {
  readonly bytes: ByteStream
  /** `warn` hears of what is dropped. Default: server-sent events. */
  readonly decode?: (warn: Warn) => ReadableWritablePair<StreamEvent, BufferSource>
  /** A stream that is silent for longer was cut. Default: as our own server keeps it awake. */
  readonly silenceMaxMs?: number
  /** An error may follow the finish: a server's own code runs between the two. Default false. */
  readonly mayFailAtEnd?: boolean
}

/** How turns reach a model. */
export interface Transport {
  /** Keeps what is said. Absent: its server does. */
  readonly createKeeper?: (settings: KeeperSettings) => Keeper
  /** @throws AlcoveError, or the signal's reason. */
  open(call: TurnCall, options: ChatOptions): Promise<TurnStream>
  /**
   * What runs in a thread, from a place on; `null`: nothing. Absent: a stream that broke off is lost.
   *
   * @throws AlcoveError, or the signal's reason.
   */
  readonly follow?: (
    threadId: string,
    place: StreamPlace,
    signal: AbortSignal,
  ) => Promise<TurnStream | null>
  /** Absent: whoever leaves the stream has stopped it. */
  readonly stop?: Cloud['stop']
}
