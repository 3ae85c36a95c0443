import type { Prices } from '../../projects/prices-schema.ts'

/** Tokens of an answer, or of embeddings. */
export interface PricedTokens {
  readonly inputTokens: number | null
  /** Part of the input that the provider had in its cache. */
  readonly cachedTokens: number | null
  /** With those of reasoning. */
  readonly outputTokens: number | null
}

/**
 * Cost in millionths of the currency, by the price of that day; null: the model has no price, or the provider
 * counted nothing. A price of a million tokens in the currency is that of one token in millionths.
 */
export function costMicros(
  prices: Prices,
  model: string,
  day: string,
  { inputTokens, cachedTokens, outputTokens }: PricedTokens,
): number | null {
  const price = prices.get(model)?.findLast(({ from }) => from <= day)
  if (!price || (inputTokens === null && outputTokens === null)) return null
  const input = inputTokens ?? 0
  const cached = Math.min(cachedTokens ?? 0, input)
  const { cachedInput = price.input } = price
  return Math.round(
    (input - cached) * price.input + cached * cachedInput + (outputTokens ?? 0) * price.output,
  )
}
