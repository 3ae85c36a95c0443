import * as v from 'valibot'
import { text } from '../../shared/api/option-fields.ts'
import { isPlainObject } from '../../shared/json.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { LOCAL_HOSTS } from './origins.ts'

/** Schemas that the blocks of `alcove.config.ts` are made of. Each text names the expected value. */
export const flag = v.boolean('expected true or false')

const plainObject = v.custom<Record<string, unknown>>(isPlainObject, 'expected an object')

/** A schema for each key that the operator may write, and for no other. */
export type Fields<Written> = Readonly<Record<keyof Written, v.GenericSchema>>

export interface BlockTexts {
  /** The message for a missing key. */
  readonly missing?: string
  /** The hint for an unknown key that resembles no known key. Default: the list of all keys. */
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

/** An object whose keys are names of the operator. */
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
        v.check(
          isName,
          ({ input }) => `${JSON.stringify(input)} is not a name; expected ${expected}`,
        ),
      ),
      item,
    ),
  )

/** An absolute address that cannot be changed on the way (https). */
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
