import type { ToolScope } from '../../shared/bridge/contract.ts'
import type { JsonObject } from '../../shared/json.ts'
import { messageText, type Message, type ToolCallPart } from '../../shared/thread/message.ts'
import type { Abilities } from './abilities.ts'
import type { AnswerKnowledge, ProjectKnowledge } from './answer-knowledge.ts'
import type { AnswerRecorder } from './answer-record.ts'
import type { BackendTool, ToolContext } from './backend-tool.ts'
import type { AssistantHooks, BoundHooks, JudgeResult } from './hooks.ts'
import type { AnswerChunk, MessageWithMemory } from './step-memory.ts'
import type { SystemFunction } from './system-text.ts'

/** A tool that the browser runs: the model may call it, and the turn then waits for the result. */
export interface ToolDeclaration {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
  /** Kind of effect. Absent: the browser does not tell, and does not ask a person because of a passage. */
  readonly scope?: ToolScope
}

/** The tools that this server runs for one answer. */
export interface BackendTools {
  readonly tools: readonly BackendTool[]
  readonly caller: Omit<ToolContext, 'signal' | 'toolCallId'>
  /** Maximum of one call's arguments and of its result, as JSON text in UTF-8. */
  readonly argsBytes: number
  readonly resultBytes: number
  /** The operator's hook on results. Absent: the results are told as they are. */
  readonly onToolResult?: JudgeResult | undefined
}

/** An answer without tools of this server. */
export const NO_BACKEND: BackendTools = {
  tools: [],
  caller: { projectId: '', workspaceId: '', userId: '' },
  argsBytes: 0,
  resultBytes: 0,
}

/** Efforts of reasoning, from the lowest to the highest. A model that lacks one takes its nearest. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

/** Settings of each model call. Absent: the provider's defaults. */
export interface CallSettings {
  readonly maxOutputTokens?: number
  readonly temperature?: number
  readonly topP?: number
  readonly stopSequences?: string[]
  /**
   * Effort of reasoning. `lowest`: as little as the model has; a model that refuses that is asked without.
   */
  readonly effort?: Effort | 'lowest'
  /** By the provider's name in its package. */
  readonly providerOptions?: Record<string, JsonObject>
}

/** Input of one answer, after the server has decided which of the browser's requests it honours. */
export interface ModelRequest {
  /**
   * The path from the thread's first message to the one to answer, as stored. If it ends with an answer, that
   * answer is continued: its calls have their results.
   */
  readonly messages: readonly MessageWithMemory[]
  /** Row id of the answer; makes the ids of tool calls unique. */
  readonly answerId?: string
  /** The operator's instructions, or a function that asks for them once. */
  readonly system?: string | SystemSource
  readonly tools?: readonly ToolDeclaration[]
  readonly backend?: BackendTools
  /** Maximum of model calls of one answer, including those before it was continued; default 1. */
  readonly maxSteps?: number
  readonly settings?: CallSettings
  /** The model's window in tokens. Default: known for known models, else unlimited. */
  readonly contextTokens?: number | undefined
  /** True if others than the operator may read the answer. Default false. */
  readonly isPublic?: boolean
  /** Asked instead if the model fails before its first word. Default: the failure is told. */
  readonly fallback?: Model | undefined
  /** Called with the name of the fallback when it is asked. */
  readonly onFallback?: ((model: string) => void) | undefined
  /** Abilities of the model as the operator states them. Default: those that its name tells. */
  readonly can?: Partial<Abilities> | undefined
  /** The operator's hooks around each model call. */
  readonly hooks?: BoundHooks | undefined
  /** The owner's pages, whose tools are among those of `backend`. */
  readonly knowledge?: AnswerKnowledge | undefined
  /** Notes prompts and failures for the operator. */
  readonly recorder?: AnswerRecorder | undefined
  /** True if a person can be asked before a tool runs. Default: false. */
  readonly canAsk?: boolean
}

/** Rejects with an OperatorCallError, or with the reason of `signal`. */
export type SystemSource = (signal: AbortSignal) => Promise<string>

/**
 * The content of one message from a model: `start-step`, parts, `finish-step` (with its `usage`, if known) …,
 * then `finish` with `{ finishReason, usage }` as its metadata, or `error` with a text that is safe to show.
 * Never contains `start` (the run writes it) and never rejects: failures are `error` chunks. Between them
 * stands what the model wants back, which no reader gets.
 */
export type AnswerChunks = AsyncIterable<AnswerChunk>

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
  /** Makes titles. Absent: `model` does. */
  readonly titleModel?: Model | undefined
  /** Asked if `model` fails before its first word. */
  readonly fallback?: Model | undefined
  readonly system: string | SystemFunction | undefined
  readonly tools: readonly BackendTool[]
  readonly maxSteps: number
  readonly maxOutputTokens: number | undefined
  readonly contextTokens?: number | undefined
  readonly takesClientSystem: boolean
  /** The operator's settings of each model call, which a caller cannot change. */
  readonly settings?: CallSettings | undefined
  /** Abilities of `model` as the operator states them. Default: those that its name tells. */
  readonly can?: Partial<Abilities> | undefined
  readonly hooks?: AssistantHooks | undefined
  /** Time limit of each of the operator's functions. Default: `HOOK_TIMEOUT_MS`. */
  readonly hookTimeoutMs?: number | undefined
  /** The pages that it answers from. */
  readonly knowledge?: ProjectKnowledge | undefined
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

/** The words of the person's last message. */
export function questionOf({ messages }: Pick<ModelRequest, 'messages'>): string {
  const question = messages.findLast(({ role }) => role === 'user')
  return question ? messageText(question) : ''
}
