import * as v from 'valibot'
import { text } from '../../shared/api/option-fields.ts'
import { block, blocksByName, type Fields } from './config-fields.ts'

/** Characters of a model's name. */
const MODEL_NAME_MAX = 200
const PRICES_MAX = 100
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Prices of a million tokens of a model, in the currency of `ALCOVE_DESK_CURRENCY`. */
export interface PriceBlock {
  /** The first day with this price, such as `2026-11-01`. Default: from the beginning. */
  readonly from?: string | undefined
  /** Tokens of prompts, and of texts of an embedding model. */
  readonly input: number
  /** Tokens of prompts that the provider had in its cache. Default: as `input`. */
  readonly cachedInput?: number | undefined
  /** Tokens of answers, with those of reasoning. Default: 0, for embedding models. */
  readonly output?: number | undefined
}

const amount = v.pipe(
  v.number('expected a number'),
  v.minValue(0, 'expected a price of 0 or more'),
  v.maxValue(1_000_000, 'expected a price of a million tokens'),
)

const price = v.pipe(
  block({
    from: v.optional(v.pipe(text, v.regex(DAY, 'expected a day, such as 2026-11-01'))),
    input: amount,
    cachedInput: v.optional(amount),
    output: v.optional(amount, 0),
  } satisfies Fields<PriceBlock>),
  // Less than each day.
  v.transform(({ from = '', ...rest }) => ({ from, ...rest })),
)

const priceList = v.pipe(
  v.unknown(),
  v.transform((given): readonly unknown[] => (Array.isArray(given) ? given : [given])),
  v.array(price),
  v.check(
    (list) => list.length > 0 && list.length <= PRICES_MAX,
    `expected 1 to ${PRICES_MAX} prices`,
  ),
  v.check(
    (list) => new Set(list.map(({ from }) => from)).size === list.length,
    'two prices are from the same day; give each its own from',
  ),
  v.transform((list) => list.toSorted((one, other) => (one.from < other.from ? -1 : 1))),
)

/** By the model's name, such as `openai/gpt-5`; each list from the oldest to the newest. */
export const prices = v.pipe(
  blocksByName(
    priceList,
    (name) => (name.includes('/') || name === 'demo') && name.length <= MODEL_NAME_MAX,
    'the name of a model with its provider, such as openai/gpt-5',
  ),
  v.transform((lists) => new Map(Object.entries(lists))),
)
export type Prices = Readonly<v.InferOutput<typeof prices>>
