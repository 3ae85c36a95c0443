import type { Message } from '../../shared/thread/message.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'

/** A tool that the browser runs: the model may call it, and the turn then waits for the result. */
export interface ToolDeclaration {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
}

/** What the browser may ask for; the server decides what it honours. */
export interface ModelRequest {
  /** The path from the thread's first message to the one to answer, as the store has it. */
  readonly messages: readonly Message[]
  /** The operator's instructions. */
  readonly system?: string
  readonly tools?: readonly ToolDeclaration[]
}

/**
 * A source of answers. The stream holds the content of one message: `start-step`, parts,
 * `finish-step` …, then `finish` with `{ finishReason, usage }` as its metadata, or `error` with a text
 * that is safe to show. It never holds `start` (the run writes it) and never fails: trouble is an
 * `error` chunk. It ends soon after `signal` aborts.
 */
export interface Model {
  /** For logs, for example `openai/gpt-5`. */
  readonly name: string
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<Chunk>
}
