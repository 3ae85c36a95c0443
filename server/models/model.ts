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
  /** Of one call's arguments and of its result, as JSON text in UTF-8. */
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

/** Of each model call. Absent: what the provider does by itself. */
export interface CallSettings {
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly stopSequences?: string[]
}

/** What one answer is made from; the server has decided what it honours of the browser's wishes. */
export interface ModelRequest {
  /**
   * The path from the thread's first message to the one to answer, as the store has it. When it ends
   * with an answer, that one goes on: its calls have their results by now.
   */
  readonly messages: readonly Message[]
  /** The row id of the answer: with it, what a tool is told names its call for good. */
  readonly answerId?: string
  /** The operator's instructions. */
  readonly system?: string
  readonly tools?: readonly ToolDeclaration[]
  readonly backend?: BackendTools
  /** Model calls of one answer, those before it went on included; default 1. */
  readonly maxSteps?: number
  readonly settings?: CallSettings
}

/**
 * The content of one message, as a model says it: `start-step`, parts, `finish-step` (with its `usage`,
 * where that is known) …, then `finish` with `{ finishReason, usage }` as its metadata, or `error` with
 * a text that is safe to show. It never holds `start` (the run writes it) and never fails: trouble is an
 * `error` chunk.
 */
export type AnswerChunks = AsyncIterable<Chunk>

/** A source of answers. */
export interface Model {
  /** For logs, for example `openai/gpt-5`. */
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
  readonly takesClientSystem: boolean
}

export interface Assistants {
  /** Undefined when the project has no such assistant. */
  find(projectId: string, assistantId: string): Promise<Assistant | undefined>
}

/** Answers the chat call. */
export const DEFAULT_ASSISTANT = 'default'

/** The answer that goes on, if the request is not for a new one. */
export function continuedAnswer({ messages }: ModelRequest): Message | undefined {
  const last = messages.at(-1)
  return last?.role === 'assistant' ? last : undefined
}

/** The calls that it has already. */
export const callsOf = (request: ModelRequest): readonly ToolCallPart[] =>
  (continuedAnswer(request)?.content ?? []).filter((part) => part.type === 'tool-call')

/**
 * Model calls that the answer still has. Counted over all its turns: otherwise a model and a page's
 * own tools could call each other for ever.
 */
export function stepsLeft(request: ModelRequest): number {
  const done = continuedAnswer(request)?.metadata.steps?.length ?? 0
  return Math.max(0, (request.maxSteps ?? 1) - done)
}
