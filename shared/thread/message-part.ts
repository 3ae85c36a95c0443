import type { JsonObject, JsonValue } from '../json.ts'
import type { CitedPassage } from './cited-passage.ts'
import type { Interrupt } from './interrupt.ts'

/** Text of the assistant or a person. Markdown if the assistant wrote it. */
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
  /** The call was denied, so it has no result. */
  | 'output-denied'

/** The approval that a call needs before it runs. */
export interface ToolApproval {
  readonly id: string
  /** Absent until the person has decided. */
  readonly isApproved?: boolean
  /** The person's reason. */
  readonly reason?: string
}

export interface ToolCallPart {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly state: ToolState
  /** While `input-streaming` the text so far, which only grows; then a text that is equal to `args`. */
  readonly argsText: string
  /**
   * While they stream, the part that has arrived, for long ones a little less. Then the final value for
   * approval, execution, storage and display, which never changes again.
   */
  readonly args: JsonObject
  readonly result?: JsonValue
  readonly isError?: boolean
  /** The frame refused the call, and the server has not been told yet. Not stored. */
  readonly isUntold?: boolean
  /** The tool's data for the screen, which the model does not get. */
  readonly artifact?: JsonValue
  readonly approval?: ToolApproval
  /** The server said that it runs the call itself, so no tool of the page may. Not stored. */
  readonly isRunByServer?: boolean
  /**
   * The call may run only once a person has approved it, also of a page's tool that never asks: the model had read
   * text that nobody has checked.
   */
  readonly asksFirst?: boolean
  /** An identity provider requires an action of the person before the call can go on. */
  readonly interrupt?: Interrupt
}

export type SourcePart = PageSource | DocumentSource

/** A page of the web. */
export interface PageSource {
  readonly type: 'source'
  readonly sourceType: 'url'
  readonly id: string
  /** Of a cited passage: the address at which the page opens at the passage. */
  readonly url: string
  readonly title?: string
  /** Present for a page of the owner's knowledge. */
  readonly passage?: CitedPassage
}

/** A document that the assistant has read, without an address. */
export interface DocumentSource {
  readonly type: 'source'
  readonly sourceType: 'document'
  readonly id: string
  readonly title: string
  readonly mediaType: string
  readonly filename?: string
  /** From 1. */
  readonly page?: number
  /** Present for a document of the owner's knowledge. */
  readonly passage?: CitedPassage
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

/** Parts of user messages, which answers may have too: `ROLES` of `stored-part.ts` reads no others. */
export type UserPart = TextPart | ImagePart | AudioPart | FilePart
