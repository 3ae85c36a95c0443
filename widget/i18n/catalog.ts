/** The forms a plural entry may have; `other` is always there. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Texts by their keys. */
export type Texts = Readonly<Record<string, string | PluralForms>>

/** What every locale provides: the same keys, plural where English is plural. */
export type CatalogOf<English extends Texts> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : PluralForms
}
