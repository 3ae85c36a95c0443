import type { JsonObject, JsonValue } from '../json.ts'
import type { Interrupt } from './interrupt.ts'

/** Words that the assistant or a person wrote. Markdown when the assistant wrote it. */
export interface TextPart {
  readonly type: 'text'
  readonly text: string
  /** The stream's id of a part that still grows; absent once the part is closed. */
  readonly streamId?: string
}

export interface ReasoningPart {
  readonly type: 'reasoning'
  readonly text: string
  readonly streamId?: string
}

/**
 * The wire's names; the specification's part states follow: partial-call (`input-streaming`), call
 * (`input-available`, `approval-…`), result (`output-…`).
 */
export type ToolState =
  | 'input-streaming'
  | 'input-available'
  | 'approval-requested'
  | 'approval-responded'
  | 'output-available'
  | 'output-error'
  /** Somebody did not allow it; there is no result. */
  | 'output-denied'

/** The consent that a call needs before it runs. */
export interface ToolApproval {
  readonly id: string
  /** Absent until somebody decided. */
  readonly isApproved?: boolean
  /** What the person said to it. */
  readonly reason?: string
}

export interface ToolCallPart {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly state: ToolState
  /** While `input-streaming` the text so far, which only grows; then a text that says the same as `args`. */
  readonly argsText: string
  /**
   * While they stream, as far as they have come: of long ones a little less. Then the one value that is asked
   * about, run, stored and told; it never changes again.
   */
  readonly args: JsonObject
  readonly result?: JsonValue
  readonly isError?: boolean
  /** Its reader refused the call, and its server does not know yet. Not stored. */
  readonly isUntold?: boolean
  /** What the tool gave for the screen and not for the model. */
  readonly artifact?: JsonValue
  readonly approval?: ToolApproval
  /** The server said that it runs the call itself: no tool of the page's may. Not stored. */
  readonly isRunByServer?: boolean
  /** An identity provider wants something of the person before the call can go on. */
  readonly interrupt?: Interrupt
}

export interface SourcePart {
  readonly type: 'source'
  readonly sourceType: 'url'
  readonly id: string
  readonly url: string
  readonly title?: string
}

export interface FilePart {
  readonly type: 'file'
  readonly mimeType: string
  /** A URL or a data URL. */
  readonly data: string
  readonly filename?: string
}

export interface ImagePart {
  readonly type: 'image'
  readonly image: string
  readonly filename?: string
}

export interface AudioPart {
  readonly type: 'audio'
  readonly audio: { readonly data: string; readonly format: string }
}

export interface DataPart {
  readonly type: 'data'
  readonly name: string
  readonly id?: string
  readonly data: JsonValue
}

export type MessagePart =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | SourcePart
  | FilePart
  | ImagePart
  | AudioPart
  | DataPart

/** What a person's message may hold, and an answer's besides: `PART_TYPES` of `stored-part.ts` reads no other. */
export type UserPart = TextPart | ImagePart | AudioPart | FilePart
