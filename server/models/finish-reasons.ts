import type { LanguageModelV4FinishReason } from '@ai-sdk/provider'

/** End of a model's step. */
export type StepEnd =
  | 'stop'
  | 'length'
  /** The model's window has no room for more. */
  | 'context-full'
  | 'tool-calls'
  | 'content-filter'
  | 'error'
  /** The stream ended without an end or a reason. */
  | 'cut'
  /** A reason that no row of the table names. */
  | 'unknown'

/**
 * Spellings of reasons by servers that hand on the word of another protocol, or write their own. Compared in small
 * letters, with `_` between words.
 */
const SPELLINGS: Readonly<Record<Exclude<StepEnd, 'cut' | 'unknown'>, readonly string[]>> = {
  stop: [
    '',
    'stop',
    'stopped',
    'end_turn',
    'stop_sequence',
    'eos',
    'eos_token',
    'end_of_text',
    'end',
    'complete',
    'completed',
    'finish',
    'finished',
    'finish_reason_stop',
    'done',
    'normal',
  ],
  length: [
    'length',
    'max_tokens',
    'max_output_tokens',
    'max_length',
    'max_new_tokens',
    'max_completion_tokens',
    'finish_reason_max_tokens',
    'token_limit',
    'limit',
    'too_long',
    'truncated',
  ],
  'context-full': [
    'model_context_window_exceeded',
    'context_window_exceeded',
    'context_length_exceeded',
    'context_length',
    'model_length',
    'exceed_context_size',
  ],
  'tool-calls': ['tool_calls', 'tool_call', 'tool_use', 'function_call', 'function_calls'],
  'content-filter': [
    'content_filter',
    'content_filtered',
    'refusal',
    'safety',
    'finish_reason_safety',
    'recitation',
    'blocklist',
    'prohibited_content',
    'spii',
    'image_safety',
    'sensitive',
    'moderation',
    'error_toxic',
    'guardrail_intervened',
  ],
  error: [
    'error',
    'overloaded_error',
    'overloaded',
    'api_error',
    'rate_limit_error',
    'server_error',
    'internal_error',
    'network_error',
    'insufficient_system_resource',
    'engine_overloaded',
    'abort',
    'aborted',
  ],
}

const ENDS: ReadonlyMap<string, StepEnd> = new Map(
  Object.entries(SPELLINGS).flatMap(([end, words]) => words.map((word) => [word, end as StepEnd])),
)

/** Reads the end of a step: the server's own word where the package does not know it. */
export function readStepEnd({ unified, raw }: LanguageModelV4FinishReason): StepEnd {
  const known = raw === undefined ? undefined : ENDS.get(toWord(raw))
  // The package knows more than the word, for example that an answer is a refusal.
  if (known === 'context-full' || (unified === 'other' && known !== undefined)) return known
  switch (unified) {
    case 'interrupted':
      return 'cut'
    case 'error':
      // The package makes this up where it could not read an event.
      return raw === undefined ? 'cut' : 'error'
    case 'other':
      return raw === undefined ? 'cut' : 'unknown'
    default:
      return unified
  }
}

const toWord = (raw: string): string =>
  raw
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
