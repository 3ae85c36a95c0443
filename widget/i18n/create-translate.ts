import { markInvisible } from '../../shared/mark-invisible.ts'
import type { OwnTexts } from '../../shared/look/look-options.ts'
import type { en } from './en.ts'

/** The forms of a plural entry; `other` is required. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Every text in one language: the keys of English, plural where English is plural. */
export type CatalogOf<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : PluralForms
}
/** The frame's texts in one language. */
export type Catalog = CatalogOf<typeof en>

/** The texts of a locale's file. English, or the locale that it varies, stands in for keys that it lacks. */
export type LocaleTexts = Partial<Catalog>

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type AllNamesOf<Entry> = Entry extends string ? Names<Entry> : 'n' | Names<Entry[keyof Entry]>
/** The assistant's name is the same in each text. */
type NamesOf<Entry> = Exclude<AllNamesOf<Entry>, 'assistant'>
type Value<Name> = Name extends 'n' ? number : string | number

/** Looks a text up and fills its placeholders; both are checked against the English entry. */
export type TranslateOf<English> = <Key extends keyof English>(
  key: Key,
  ...values: [NamesOf<English[Key]>] extends [never]
    ? []
    : [{ [Name in NamesOf<English[Key]>]: Value<Name> }]
) => string
/** The same for the frame's texts. */
export type Translate = TranslateOf<typeof en>

/** The owner's texts for one language, which take precedence over those for all languages. */
export const chooseOwnTexts = (
  messages: OwnTexts | undefined,
  language: string,
): Readonly<Record<string, string>> =>
  ({ ...messages, ...Object(messages?.[language]) }) as Readonly<Record<string, string>>

/**
 * Formats numbers for the locale; `n` also selects the plural form.
 *
 * @param own the owner's texts, which replace the catalogue's; `assistant` is the assistant's name.
 */
export function createTranslate(
  locale: string,
  catalog: Catalog,
  own?: Readonly<Record<string, string>>,
): Translate
export function createTranslate<English>(
  locale: string,
  catalog: CatalogOf<English>,
  own?: Readonly<Record<string, string>>,
): TranslateOf<English>
export function createTranslate(
  locale: string,
  catalog: Catalog,
  own: Readonly<Record<string, string>> = {},
): Translate {
  const { assistant = catalog['assistant.name'] } = own
  const plural = new Intl.PluralRules(locale)
  const number = new Intl.NumberFormat(locale)
  return (key, ...[values]) => {
    const entry: string | PluralForms = own[key] ?? catalog[key]
    const given: Record<string, string | number> = { assistant, ...values }
    const text =
      typeof entry === 'string' ? entry : (entry[plural.select(Number(given['n']))] ?? entry.other)
    return text.replace(/\{(\w+)\}/g, (whole, placeholder: string) => {
      const value = given[placeholder] ?? whole
      return typeof value === 'number' ? number.format(value) : markInvisible(value)
    })
  }
}
