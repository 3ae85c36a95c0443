import type { CallSettings } from '../models/model.ts'

/** What a page may ask for where the operator set no limit; it never asks for more than the operator's. */
export const CLIENT_OUTPUT_TOKENS_MAX = 4_096
/** As many as every provider takes. */
export const STOP_SEQUENCES_MAX = 4
export const STOP_SEQUENCE_MAX_CHARACTERS = 64

/**
 * A page's wishes for the model call, each within what cannot do harm; others, such as another model
 * or headers, are no wish that a page has.
 */
export function readCallSettings(
  wishes: Readonly<Record<string, unknown>>,
  maxOutputTokens: number | undefined,
): CallSettings {
  const tokens = [wishes['maxOutputTokens'], wishes['maxTokens']].find(isPositive)
  const limit = maxOutputTokens ?? CLIENT_OUTPUT_TOKENS_MAX
  const wanted = tokens === undefined ? maxOutputTokens : Math.min(Math.ceil(tokens), limit)
  const temperature = clamp(wishes['temperature'], 2)
  const topP = clamp(wishes['topP'], 1)
  const stopSequences = readStopSequences(wishes['stopSequences'])
  return {
    ...(wanted === undefined ? {} : { maxOutputTokens: wanted }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
  }
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

const readStopSequences = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter(isStopSequence).slice(0, STOP_SEQUENCES_MAX)

// Some providers refuse white space alone.
const isStopSequence = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= STOP_SEQUENCE_MAX_CHARACTERS &&
  value.isWellFormed()

function clamp(value: unknown, max: number): number | undefined {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(value, 0), max)
    : undefined
}
