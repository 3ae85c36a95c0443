import { useAtomValue } from 'jotai/react'
import { useMemo, type ReactNode } from 'react'
import { lookAtom } from '../state/look.ts'
import { en } from '../i18n/en.ts'
import { createI18n, I18nContext } from '../i18n/i18n-context.tsx'

/** Gives everything inside the texts of its language, and in their place those of the owner. */
export function Words({ children }: { children: ReactNode }) {
  const { messages } = useAtomValue(lookAtom)
  const i18n = useMemo(() => createI18n(document.documentElement.lang, en, messages), [messages])
  return <I18nContext value={i18n}>{children}</I18nContext>
}
