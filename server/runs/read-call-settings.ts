import type { CallSettings } from '../models/model.ts'

/** What a page may ask for where the operator set no limit; it never asks for more than the operator's. */
export const CLIENT_OUTPUT_TOKENS_MAX = 4_096

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
  return {
    ...(wanted === undefined ? {} : { maxOutputTokens: wanted }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
  }
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

function clamp(value: unknown, max: number): number | undefined {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(value, 0), max)
    : undefined
}
