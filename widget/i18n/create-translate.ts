import { markInvisible } from '../../shared/mark-invisible.ts'
import type { en } from './en.ts'

/** The forms a plural entry may have; `other` is always there. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Texts by their keys. */
export type Texts = Readonly<Record<string, string | PluralForms>>

/** What every locale provides: the same keys, plural where English is plural. */
export type CatalogOf<English extends Texts> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : PluralForms
}

/** What every locale provides for the frame. */
export type Catalog = CatalogOf<typeof en>

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type AllNamesOf<Entry> = Entry extends string ? Names<Entry> : 'n' | Names<Entry[keyof Entry]>
/** Who answers is the same in each text. */
type NamesOf<Entry> = Exclude<AllNamesOf<Entry>, 'assistant'>
type Value<Name> = Name extends 'n' ? number : string | number

/** Looks a text up and fills its placeholders; both are checked against the English entry. */
export interface Translate<English extends Texts = typeof en> {
  <Key extends keyof English>(
    key: Key,
    ...values: [NamesOf<English[Key]>] extends [never]
      ? []
      : [{ [Name in NamesOf<English[Key]>]: Value<Name> }]
  ): string
  /** Never there: without it the compiler takes who knows fewer texts for who knows more. */
  readonly knows?: (key: keyof English) => void
}

/**
 * Numbers are written the locale's way; `n` also chooses the plural form.
 *
 * @param own texts of the owner's, in place of the catalogue's; `assistant` is who answers.
 */
export function createTranslate<English extends Texts = typeof en>(
  locale: string,
  catalog: CatalogOf<NoInfer<English>>,
  own: Readonly<Record<string, string>> = {},
): Translate<English> {
  const { 'assistant.name': name = '' } = catalog as Readonly<Record<string, string>>
  const { assistant = name } = own
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  return (key, ...[values]) => {
    const entry: string | PluralForms = own[key as string] ?? catalog[key]
    const given: Record<string, string | number> = { assistant, ...values }
    const text =
      typeof entry === 'string' ? entry : (entry[plural.select(Number(given['n']))] ?? entry.other)
    return text.replace(/\{(\w+)\}/g, (whole, placeholder: string) => {
      const value = given[placeholder] ?? whole
      return typeof value === 'number' ? number.format(value) : markInvisible(value)
    })
  }
}
