import * as v from 'valibot'
import { INPUT_TOKENS, OUTPUT_TOKENS } from './common-fields.ts'
import { described } from './described.ts'

/** Counts of a user's erased data. */
export const erasedUserSchema = v.object({
  threads: described(v.number(), 'How many threads were erased.'),
  runs: described(v.number(), 'How many reports were erased.'),
})

/** Maximum of one question about usage, both ends included. */
export const USAGE_DAYS_MAX = 366
const DATE_EXPECTED = 'expected a day as 2026-11-21.'
const date = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, DATE_EXPECTED),
  // `Date.parse` turns a day that does not exist into another one.
  v.check((text) => {
    const time = Date.parse(text)
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  }, DATE_EXPECTED),
)
const FROM = 'The first day that counts, in UTC: 2026-11-01.'
const TO = 'The last day that counts, in UTC. At most 366 days in all.'

/** Both days included, UTC. */
export const usageQuerySchema = v.object({ from: described(date, FROM), to: described(date, TO) })

const counts = (runs: string, threads: string) => ({
  runs: described(v.number(), runs),
  threads: described(v.number(), threads),
  users: described(v.number(), 'How many people; each counts once.'),
  input_tokens: described(v.number(), INPUT_TOKENS),
  output_tokens: described(v.number(), OUTPUT_TOKENS),
  embeddings: described(
    v.object({
      calls: described(v.number(), 'How many calls of the embedding model.'),
      tokens: described(v.number(), 'Tokens of the texts.'),
    }),
    'Pages and questions that became vectors; not among the tokens of runs.',
  ),
})
export const dailyUsageSchema = v.object({
  days: described(
    v.array(
      v.object({
        day: described(v.string(), 'A day in UTC.'),
        ...counts('How many runs began that day.', 'How many threads had any.'),
      }),
    ),
    'An entry for each day with runs or embeddings.',
  ),
})
export const periodUsageSchema = v.object({
  from: described(v.string(), FROM),
  to: described(v.string(), TO),
  ...counts('How many runs began in these days.', 'How many threads had any; each counts once.'),
})
