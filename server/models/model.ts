import type { JsonObject } from '../../shared/json.ts'
import type { Message, ToolCallPart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { BackendTool, ToolContext } from './backend-tool.ts'

/** A tool that the browser runs: the model may call it, and the turn then waits for the result. */
export interface ToolDeclaration {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
}

/** The tools that this server runs for one answer. */
export interface BackendTools {
  readonly tools: readonly BackendTool[]
  readonly caller: Omit<ToolContext, 'signal' | 'toolCallId'>
  /** Maximum of one call's arguments and of its result, as JSON text in UTF-8. */
  readonly argsBytes: number
  readonly resultBytes: number
}

/** An answer without tools of this server. */
export const NO_BACKEND: BackendTools = {
  tools: [],
  caller: { projectId: '', workspaceId: '', userId: '' },
  argsBytes: 0,
  resultBytes: 0,
}

/** Settings of each model call. Absent: the provider's defaults. */
export interface CallSettings {
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly stopSequences?: string[]
}

/** Input of one answer, after the server has decided which of the browser's requests it honours. */
export interface ModelRequest {
  /**
   * The path from the thread's first message to the one to answer, as stored. If it ends with an answer, that
   * answer is continued: its calls have their results.
   */
  readonly messages: readonly Message[]
  /** Row id of the answer; makes the ids of tool calls unique. */
  readonly answerId?: string
  /** The operator's instructions. */
  readonly system?: string
  readonly tools?: readonly ToolDeclaration[]
  readonly backend?: BackendTools
  /** Maximum of model calls of one answer, including those before it was continued; default 1. */
  readonly maxSteps?: number
  readonly settings?: CallSettings
  /** The model's window in tokens. Default: known for known models, else unlimited. */
  readonly contextTokens?: number
  /** True if others than the operator may read the answer. Default false. */
  readonly isPublic?: boolean
}

/**
 * The content of one message from a model: `start-step`, parts, `finish-step` (with its `usage`, if known) …,
 * then `finish` with `{ finishReason, usage }` as its metadata, or `error` with a text that is safe to show.
 * Never contains `start` (the run writes it) and never rejects: failures are `error` chunks.
 */
export type AnswerChunks = AsyncIterable<Chunk>

/** A source of answers. */
export interface Model {
  /** Name in logs, for example `openai/gpt-5`. */
  readonly name: string
  /** Ends soon after `signal` aborts. */
  stream(request: ModelRequest, signal: AbortSignal): AnswerChunks
}

/** An assistant that is ready to answer. */
export interface Assistant {
  readonly model: Model
  readonly system: string | undefined
  readonly tools: readonly BackendTool[]
  readonly maxSteps: number
  readonly maxOutputTokens: number | undefined
  readonly contextTokens?: number | undefined
  readonly takesClientSystem: boolean
}

export interface Assistants {
  /** Undefined if the project has no such assistant. */
  find(projectId: string, assistantId: string): Promise<Assistant | undefined>
}

/** Id of the assistant that answers the chat call. */
export const DEFAULT_ASSISTANT = 'default'

/** The answer to continue; undefined if the request is for a new one. */
export function continuedAnswer({ messages }: ModelRequest): Message | undefined {
  const last = messages.at(-1)
  return last?.role === 'assistant' ? last : undefined
}

/** Tool calls of the answer to continue. */
export const callsOf = (request: ModelRequest): readonly ToolCallPart[] =>
  (continuedAnswer(request)?.content ?? []).filter((part) => part.type === 'tool-call')

/**
 * Remaining model calls of the answer. Counted over all its turns: otherwise a model and a page's tools could
 * call each other for ever.
 */
export function stepsLeft(request: ModelRequest): number {
  const done = continuedAnswer(request)?.metadata.steps?.length ?? 0
  return Math.max(0, (request.maxSteps ?? 1) - done)
}
