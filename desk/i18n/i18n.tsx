import { createContext, use } from 'react'
import { createTranslate } from '../../widget/i18n/create-translate.ts'
import type { CatalogOf, TranslateOf } from '../../widget/i18n/create-translate.ts'
import { en } from './en.ts'
import type { DeskTexts } from './en.ts'

/** Every text of the desk in one language. */
export type DeskCatalog = CatalogOf<DeskTexts>

/** Looks up a text of the desk. */
export type DeskTranslate = TranslateOf<DeskTexts>

/** A text of the desk without placeholders. */
export type PlainKey = {
  [Key in keyof DeskTexts]: Parameters<typeof lookUp<Key>> extends [Key] ? Key : never
}[keyof DeskTexts]
declare const lookUp: DeskTranslate

export interface DeskI18n {
  /** A BCP 47 tag, for `Intl`. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  readonly t: DeskTranslate
}

export const createDeskI18n = (
  locale: string,
  catalog: DeskCatalog = en,
  direction: DeskI18n['direction'] = 'ltr',
): DeskI18n => ({ locale, direction, t: createTranslate<DeskTexts>(locale, catalog) })

/** Without a provider every text is English. */
export const I18nContext = createContext<DeskI18n>(createDeskI18n('en'))

/** The desk's texts, and the tag for `Intl`. */
export const useI18n = (): DeskI18n => use(I18nContext)
