import * as v from 'valibot'

/** ISO 8601, UTC. */
export const time = v.string()
/** A day of the desk's time zone: 2026-11-29. */
export const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}$/, 'expected a day such as 2026-11-29.'),
)
export const count = v.number()
/** In whole units of the desk's currency; null: no price is configured for the model. */
export const money = v.nullable(v.number())
/** Null: nothing was measured. */
export const milliseconds = v.nullable(v.number())

/** A part of a text that was hidden, or that a search found. */
export const markedText = v.array(
  v.object({
    text: v.string(),
    /** `found`: a word of the search. `masked`: personal data that was hidden, such as "•••@example.com". */
    mark: v.optional(v.picklist(['found', 'masked'])),
  }),
)
export type MarkedText = v.InferOutput<typeof markedText>

/** Path part that stands for all projects, for owners of the service. */
export const ALL_PROJECTS = '_'

/** Days of a report; the last one is included. Default: the last seven. */
export const periodQuery = { from: v.optional(day), to: v.optional(day) }
