import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import { wellFormedJson } from '../../shared/well-formed-json.ts'
import { callOperator, type OperatorCaller } from './operator-call.ts'
import { HookRefusal, OperatorCallError } from './operator-call-error.ts'

/** Maximum of a hook's sentence for a person, in characters. */
export const REFUSAL_MAX_CHARACTERS = 500

/** The user in whose conversation a hook is called, and the signal that ends the wait for it. */
export interface HookContext extends OperatorCaller {
  /** Aborts when the time limit has passed or the answer is stopped. */
  readonly signal: AbortSignal
}

/** Ends the answer with a sentence for the person, at most 500 characters. Their question stays. */
export interface Refusal {
  readonly refuse: string
}

/** A call that a model is about to get. */
export interface ModelCall {
  /** The model's name, for example `openai/gpt-5`. */
  readonly model: string
  /** Number of the call within the answer, from 1. */
  readonly step: number
  /** Everything that is sent, in the AI SDK's form: instructions, messages, calls of tools with their results. */
  readonly prompt: LanguageModelV4Prompt
}

/** The words of one model call. */
export interface ModelWords {
  readonly text: string
  readonly reasoning: string
  /** Calls of tools that it makes; they run after the hook. */
  readonly toolCalls: readonly { readonly toolName: string; readonly args: JsonValue }[]
}

/** Result of a tool of this server or of a page. */
export interface ToolResult {
  readonly toolName: string
  readonly args: JsonObject
  readonly result: JsonValue
}

type Returned<Value> = Value | Refusal | undefined | void
type Hook<Given, Value> = (
  given: Given,
  context: HookContext,
) => Returned<Value> | Promise<Returned<Value>>

/** Functions of the operator around each model call. One that throws or is late refuses, with a log line. */
export interface AssistantHooks {
  /** Before a call: may send another prompt, or refuse. The conversation itself does not change. */
  readonly beforeModel?: Hook<ModelCall, { readonly prompt: LanguageModelV4Prompt }> | undefined
  /**
   * After a call, before its words are stored and its tools run: may change them, or refuse, which withdraws
   * them. Called for the words of a stopped or broken answer too.
   */
  readonly afterModel?:
    | Hook<ModelWords, { readonly text?: string; readonly reasoning?: string }>
    | undefined
  /**
   * True if words wait for `afterModel`. Default: false; people read them as they come, and see the changed
   * ones afterwards. Published clients, which cannot take words back, always wait.
   */
  readonly hold?: boolean | undefined
  /**
   * On a tool's result before the model reads it: may change it, or refuse. A result of this server is changed
   * for the person too; one of a page's tool, which the person has seen, for the model alone, in later turns
   * again.
   */
  readonly onToolResult?: Hook<ToolResult, { readonly result: JsonValue }> | undefined
}

/** The hooks of one answer. Each throws HookRefusal or OperatorCallError, or the reason of `signal`. */
export interface BoundHooks {
  readonly beforeModel?: (call: ModelCall, signal: AbortSignal) => Promise<LanguageModelV4Prompt>
  readonly afterModel?: JudgeWords
  readonly holds: boolean
  readonly onToolResult?: JudgeResult
}

/** Returns the words that may be stored: the same object if nothing changed. */
export type JudgeWords = (words: ModelWords, signal: AbortSignal) => Promise<ModelWords>
export type JudgeResult = (result: ToolResult, signal: AbortSignal) => Promise<JsonValue>

export const NO_HOOKS: BoundHooks = { holds: false }

/** Binds the hooks of an assistant to the user of a call. */
export function bindHooks(
  { beforeModel, afterModel, hold = false, onToolResult }: AssistantHooks,
  { projectId, workspaceId, userId }: OperatorCaller,
  timeoutMs: number,
): BoundHooks {
  const bind =
    <Given, Value extends object>(name: string, hook: Hook<Given, Value>) =>
    (given: Given, signal: AbortSignal) =>
      callOperator({ hook: name, timeoutMs, signal }, async (either) =>
        readReturned<Value>(
          name,
          await hook(given, { projectId, workspaceId, userId, signal: either }),
        ),
      )
  const before = beforeModel && bind('beforeModel', beforeModel)
  const after = afterModel && bind('afterModel', afterModel)
  const onResult = onToolResult && bind('onToolResult', onToolResult)
  return {
    holds: hold,
    ...(before && {
      beforeModel: async (call, signal) =>
        readPrompt((await before(call, signal))?.prompt, call.prompt),
    }),
    ...(after && {
      afterModel: async (words, signal) => readWords(await after(words, signal), words),
    }),
    ...(onResult && {
      onToolResult: async (given, signal) => readResult(await onResult(given, signal), given),
    }),
  }
}

/** @throws HookRefusal, or OperatorCallError for a value that is no object. */
function readReturned<Value extends object>(
  hook: string,
  value: Returned<Value>,
): Value | undefined {
  if (value === undefined) return undefined
  if (!isPlainObject(value)) throw new OperatorCallError(hook, 'the value is no object')
  if (!('refuse' in value)) return value
  const sentence = value.refuse
  if (typeof sentence !== 'string' || sentence.trim() === '') {
    throw new OperatorCallError(hook, 'refuse is no sentence')
  }
  throw new HookRefusal(sentence.slice(0, REFUSAL_MAX_CHARACTERS).toWellFormed())
}

function readPrompt(
  changed: LanguageModelV4Prompt | undefined,
  given: LanguageModelV4Prompt,
): LanguageModelV4Prompt {
  if (changed === undefined) return given
  if (Array.isArray(changed) && changed.every(isPlainObject)) return changed
  throw new OperatorCallError('beforeModel', 'prompt is no list of messages')
}

function readWords(
  changed: { readonly text?: string; readonly reasoning?: string } | undefined,
  words: ModelWords,
): ModelWords {
  const { text = words.text, reasoning = words.reasoning } = changed ?? {}
  if (typeof text !== 'string' || typeof reasoning !== 'string') {
    throw new OperatorCallError('afterModel', 'text and reasoning are no texts')
  }
  if (text === words.text && reasoning === words.reasoning) return words
  return { ...words, text: text.toWellFormed(), reasoning: reasoning.toWellFormed() }
}

function readResult(
  changed: { readonly result: JsonValue } | undefined,
  { result }: ToolResult,
): JsonValue {
  if (changed === undefined) return result
  if (isJsonValue(changed.result)) return wellFormedJson(changed.result)
  throw new OperatorCallError('onToolResult', 'result is no JSON')
}
