import { createContext, use } from 'react'
import { createTranslate } from './create-translate.ts'
import type { Catalog, Translate } from './create-translate.ts'
import { en } from './en.ts'

export interface I18n {
  /** A BCP 47 tag, for `Intl`. */
  readonly locale: string
  readonly t: Translate
}

/**
 * @param own the owner's texts by key, which replace those of any catalogue; `assistant` is the name of the
 * answering side.
 */
export function createI18n(
  locale: string,
  catalog: Catalog,
  own?: Readonly<Record<string, string>>,
): I18n {
  return { locale, t: createTranslate(locale, catalog, own) }
}

/** Without a provider every text is English. */
export const I18nContext = createContext<I18n>(createI18n('en', en))

/** The locale's texts and tag. */
export function useI18n(): I18n {
  return use(I18nContext)
}
