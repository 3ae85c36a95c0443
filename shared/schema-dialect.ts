import type { JsonObject } from './json.ts'

/** A dialect of JSON Schema, in the validator's words; `7` is draft-06 as well. */
export type Dialect = '4' | '7' | '2019-09' | '2020-12'

/** Dialect of a schema that names none. */
export const DEFAULT_DIALECT = '2020-12'

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ['json-schema.org/draft-04/schema', '4'],
  ['json-schema.org/draft-06/schema', '7'],
  ['json-schema.org/draft-07/schema', '7'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
])

/** Returns the dialect that a schema names by `$schema`; undefined: an unknown one. */
export function readDialect({ $schema: named }: JsonObject): Dialect | undefined {
  if (named === undefined) return DEFAULT_DIALECT
  if (typeof named !== 'string') return undefined
  return DIALECTS.get(named.replace(/^https?:\/\//, '').replace(/#$/, ''))
}
