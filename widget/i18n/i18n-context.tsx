import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { createTranslate } from './create-translate.ts'
import type { Translate } from './create-translate.ts'
import { en } from './en.ts'
import type { Catalog } from './en.ts'

export interface I18n {
  /** A BCP 47 tag, for `Intl`. */
  readonly locale: string
  readonly t: Translate
}

export function createI18n(locale: string, catalog: Catalog): I18n {
  return { locale, t: createTranslate(locale, catalog) }
}

const I18nContext = createContext<I18n>(createI18n('en', en))

export interface I18nProviderProps {
  value: I18n
  children: ReactNode
}

/** Without a provider every text is English. */
export function I18nProvider({ value, children }: I18nProviderProps) {
  return <I18nContext value={value}>{children}</I18nContext>
}

/** The locale's texts and tag. */
export function useI18n(): I18n {
  return use(I18nContext)
}
