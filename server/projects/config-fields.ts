import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { LOCAL_HOSTS } from './origins.ts'

/** The pieces that the blocks of `alcove.config.ts` are made of. A text says what was expected. */
export const text = v.string('expected a text')
export const flag = v.boolean('expected true or false')

export const filledText = (max: number) => {
  const message = `expected 1 to ${max} characters`
  return v.pipe(text, v.minLength(1, message), v.maxLength(max, message))
}

export const wholeNumber = (min: number, max: number) => {
  const message = `expected a whole number from ${min} to ${max}`
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  )
}

/** Counted before any item is looked at. */
export const listOf = <Item extends v.GenericSchema>(item: Item, max: number) =>
  v.pipe(
    v.custom<readonly unknown[]>(Array.isArray, 'expected a list'),
    v.maxLength(max, `expected at most ${max} entries`),
    v.array(item),
  )

const plainObject = v.custom<Record<string, unknown>>(isPlainObject, 'expected an object')

/** A schema for each key that the operator may write, and for no other. */
export type Fields<Written> = Readonly<Record<keyof Written, v.GenericSchema>>

export interface BlockTexts {
  /** What is said of a key that must be there. */
  readonly missing?: string
  /** What is said of an unknown key that is like no other, in place of all names. */
  readonly expected?: string
}

/** An object with these keys and no others. */
export const block = <Entries extends v.ObjectEntries>(
  entries: Entries,
  {
    missing = 'is missing',
    expected: names = `expected ${Object.keys(entries).join(', ')}`,
  }: BlockTexts = {},
) =>
  v.pipe(
    plainObject,
    v.strictObject(entries, ({ expected, input }) => {
      if (expected !== 'never') return missing
      const nearest = nearestName(String(input), Object.keys(entries))
      const rest = nearest === undefined ? names : `did you mean "${nearest}"?`
      return `unknown key "${String(input)}"; ${rest}`
    }),
  )

/** An object by names of the operator's own. */
export const blocksByName = <Item extends v.GenericSchema>(
  item: Item,
  isName: (name: string) => boolean,
  expected: string,
) =>
  v.pipe(
    plainObject,
    v.record(
      v.pipe(
        v.string(),
        v.check(isName, ({ input }) => `${JSON.stringify(input)} is no name; expected ${expected}`),
      ),
      item,
    ),
  )

/** An absolute address that nobody on the way can change. */
export const secureUrl = v.pipe(
  text,
  v.check(isSecureUrl, 'expected an https address without a user name (http only for localhost)'),
)

function isSecureUrl(value: string): boolean {
  if (/[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false
  const { protocol, hostname, username, password, hash } = new URL(value)
  if (username + password + hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && LOCAL_HOSTS.includes(hostname))
}
