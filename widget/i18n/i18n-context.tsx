import { createContext, use } from 'react'
import type { Look } from '../../shared/look/look-options.ts'
import { createTranslate } from './create-translate.ts'
import type { Catalog, Translate } from './create-translate.ts'
import { en } from './en.ts'

export interface I18n {
  /** A BCP 47 tag, for `Intl`. */
  readonly locale: string
  readonly t: Translate
  /** The owner's texts by key, in place of any catalogue's. */
  readonly own: Readonly<Record<string, string>>
}

/** @param look what the owner says of words; what has a name there goes before its key. */
export function createI18n(locale: string, catalog: Catalog, look: Look = {}): I18n {
  const named = {
    'header.title': look.name,
    'thread.greeting': look.greeting,
    'thread.greetingHint': look.hint,
    'composer.placeholder': look.placeholder,
    'composer.disclaimer': look.disclaimer,
    assistant: look.name,
  }
  const own: Record<string, string> = { ...look.messages }
  for (const [key, text] of Object.entries(named)) if (text !== undefined) own[key] = text
  return { locale, t: createTranslate(locale, catalog, own), own }
}

/** Without a provider every text is English. */
export const I18nContext = createContext<I18n>(createI18n('en', en))

/** The locale's texts and tag. */
export function useI18n(): I18n {
  return use(I18nContext)
}
