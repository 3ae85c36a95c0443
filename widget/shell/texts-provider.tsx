import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useMemo, type ReactNode } from 'react'
import { lookAtom } from '../world/look.ts'
import { chooseOwnTexts } from '../i18n/create-translate.ts'
import { createI18n, I18nContext } from '../i18n/i18n-context.tsx'
import { ENGLISH, type Language } from '../i18n/locale-switch.ts'

/** The chat's current language. */
const languageBaseAtom = atom<Language>(ENGLISH)
export const speakAtom = atom(null, (_get, set, language: Language) =>
  set(languageBaseAtom, language),
)

/** Provides the texts of the current language, with the owner's texts over them. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const { messages } = useAtomValue(lookAtom)
  const { name, tag, catalog } = useAtomValue(languageBaseAtom)
  const i18n = useMemo(
    () => createI18n(tag, catalog, chooseOwnTexts(messages, name)),
    [name, tag, catalog, messages],
  )
  return <I18nContext value={i18n}>{children}</I18nContext>
}
