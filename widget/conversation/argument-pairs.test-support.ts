import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../shared/json.ts'

/** The arguments of one call: streamed text and whole value. */
export interface ArgumentPair {
  readonly how: 'same' | 'cut' | 'followed' | 'absent' | 'other'
  readonly text: string
  readonly value: JsonObject
  /** True if the call may run with the value. Known from the way the pair was made. */
  readonly runs: boolean
}

const name = fc.string({ unit: fc.constantFrom(...'abcxyzé'), minLength: 1, maxLength: 4 })
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll('\0', '')),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constantFrom(true, false, null),
)
const inner = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(name, leaf, { maxKeys: 3, noNullPrototype: true }),
)
const anyArgs: fc.Arbitrary<JsonObject> = fc.dictionary(name, inner, {
  minKeys: 1,
  maxKeys: 4,
  noNullPrototype: true,
})

/** The same value as another text: spaces, order of names, escapes. */
const restyled = (value: JsonObject, space: string | undefined, escapes: boolean): string => {
  const turned = Object.fromEntries(Object.entries(value).toReversed())
  const text = JSON.stringify(turned, null, space)
  if (!escapes) return text
  return text.replace(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Used in turn, so that each occurs in a small sample. */
const HOW = ['same', 'other', 'cut', 'followed', 'other', 'absent'] as const

/** Pairs of every kind; the same for the same seed. */
export function argumentPairs(seed: number, count: number): readonly ArgumentPair[] {
  const drawn = fc.sample(
    fc
      .record({
        value: anyArgs,
        other: anyArgs,
        cut: fc.nat(),
        space: fc.constantFrom(undefined, ' ', '\t'),
        escapes: fc.boolean(),
      })
      .filter(({ value, other }) => !isDeepStrictEqual(value, other)),
    { seed, numRuns: count },
  )
  return drawn.map(({ value, other, cut, space, escapes }, index) => {
    const how = HOW[index % HOW.length]!
    const text = restyled(other, space, escapes)
    const texts = {
      same: restyled(value, space, escapes),
      cut: text.slice(0, 1 + (cut % (text.length - 1))),
      followed: `${text} and more`,
      absent: '',
      other: text,
    }
    return { how, value, text: texts[how], runs: how !== 'other' }
  })
}
