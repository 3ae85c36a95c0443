import type { ToolScope } from '../../shared/bridge/contract.ts'
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

/** A tool in the chat call, under its name. */
export interface ToolDeclaration {
  readonly description?: string
  /** JSON schema of an object. */
  readonly parameters: JsonObject
  /** Kind of effect, for our own server. */
  readonly scope?: ToolScope
}

/** This browser's additions to a chat call, read again for each. */
export interface CallContext {
  readonly system?: string | undefined
  readonly callSettings?: JsonObject | undefined
  readonly tools: Readonly<Record<string, ToolDeclaration>>
}

export const NO_CONTEXT: CallContext = { tools: {} }

/** `continue`: an answer continues that waited for the outcome of its calls, or that was cut off. */
export type TurnKind = 'submit' | 'regenerate' | 'continue'

/** A part of a message in the AI SDK's form. */
export type UiPart = UiMessage['parts'][number]

/** A call that makes one answer. */
export interface TurnCall {
  readonly kind: TurnKind
  readonly threadId: string
  /** Identifies this call, so that a stop finds it before the server knows the thread. */
  readonly requestId: string
  /** The message to answer. */
  readonly question: Message
  /** With `continue`, the waiting answer with the outcomes in it; else the answer before its first chunk. */
  readonly answer: Message
  /** The answer that is made again. */
  readonly replaced: Message | null
  /** Decisions about the calls that the answer waited for. */
  readonly outcomes: readonly UiPart[]
  /** True: the answer only takes the outcomes and does not continue. Default false. */
  readonly isStopped?: boolean
  /** The answer as it was cut off, whose text continues. */
  readonly cutOff?: Message | undefined
  readonly context: CallContext
  /** Metadata of the composer for this call. */
  readonly metadata?: JsonObject | undefined
  /** Returns the path from the first loaded message to the question. */
  readonly path: () => readonly Message[]
  /** Returns the row of a message; `undefined` while the server does not know it. */
  readonly rowOf: (key: string) => string | undefined
  /** Returns the row of the nearest message before the question that the server has. */
  readonly parentRow: () => ParentRow | null
}

export interface TurnStream {
  readonly bytes: ByteStream
  /** Decodes events; `warn` is called with dropped ones. Default: server-sent events. */
  readonly decode?: (warn: Warn) => ReadableWritablePair<StreamEvent, BufferSource>
  /** Silence after which a stream counts as cut. Default: for the heartbeats of our server. */
  readonly silenceMaxMs?: number
  /** True: an error may follow the finish, because a server's own code runs between the two. Default false. */
  readonly mayFailAtEnd?: boolean
}

/** Sends turns to a model. */
export interface Transport {
  /** Stores messages. Absent: the transport's server does. */
  readonly createKeeper?: (settings: KeeperSettings) => Keeper
  /** @throws AlcoveError, or the signal's reason. */
  open(call: TurnCall, options: ChatOptions): Promise<TurnStream>
  /**
   * Streams the running answer of a thread, from a place on; `null`: none is running. Absent: a broken stream is
   * lost.
   *
   * @throws AlcoveError, or the signal's reason.
   */
  readonly follow?: (
    threadId: string,
    place: StreamPlace,
    signal: AbortSignal,
  ) => Promise<TurnStream | null>
  /** Absent: closing the stream stops the answer. */
  readonly stop?: Cloud['stop']
}
