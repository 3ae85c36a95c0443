import type { LanguageModelV4Prompt } from '@ai-sdk/provider'

/** Calls of models whose prompts are kept: an answer with more repeats itself. */
export const RECORDED_CALLS_MAX = 50

/** A call of a model, as it was made. */
export interface RecordedCall {
  readonly model: string
  readonly prompt: LanguageModelV4Prompt
  /** Names of the tools that it could call. */
  readonly tools: readonly string[]
}

/** A record of an answer, which the operator may read later. It refers to prompts that exist anyway, and copies nothing. */
export interface AnswerRecord {
  readonly calls: readonly RecordedCall[]
  /** The operator's words about the failure that ended the answer. */
  readonly failure: string | undefined
}

export interface AnswerRecorder {
  readonly record: AnswerRecord
  /** Called before each call of a model. */
  asked(call: RecordedCall): void
  failed(words: string): void
}

export function createAnswerRecorder(): AnswerRecorder {
  const calls: RecordedCall[] = []
  const record: { readonly calls: readonly RecordedCall[]; failure: string | undefined } = {
    calls,
    failure: undefined,
  }
  return {
    record,
    asked(call) {
      if (calls.length < RECORDED_CALLS_MAX) calls.push(call)
    },
    failed: (words) => void (record.failure = words),
  }
}
