import type { Catalog, en } from './en.ts'
import { markInvisible } from '../../shared/mark-invisible.ts'

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Entry<Key extends keyof Catalog> = (typeof en)[Key]
type NamesOf<Key extends keyof Catalog> =
  Entry<Key> extends string ? Names<Entry<Key>> : 'n' | Names<Entry<Key>[keyof Entry<Key>]>
type Value<Name> = Name extends 'n' ? number : string | number

/** Looks a text up and fills its placeholders; both are checked against the English entry. */
export type Translate = <Key extends keyof Catalog>(
  key: Key,
  ...values: [NamesOf<Key>] extends [never] ? [] : [{ [Name in NamesOf<Key>]: Value<Name> }]
) => string

/** Numbers are written the locale's way; `n` also chooses the plural form. */
export function createTranslate(locale: string, catalog: Catalog): Translate {
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  return (key, ...[values]) => {
    const entry = catalog[key]
    const given: Record<string, string | number> = values ?? {}
    const text =
      typeof entry === 'string' ? entry : (entry[plural.select(Number(given['n']))] ?? entry.other)
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = given[name] ?? whole
      return typeof value === 'number' ? number.format(value) : markInvisible(value)
    })
  }
}
