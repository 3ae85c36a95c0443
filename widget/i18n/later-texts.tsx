import { createTranslate, type Translate } from './create-translate.ts'
import { useI18n, type I18n } from './i18n-context.tsx'
import { laterEn } from './later-en.ts'

export type LaterTranslate = Translate<typeof laterEn>

const known = new WeakMap<I18n, LaterTranslate>()

/** The texts of what comes after the first paint, in the frame's language. A thousand rows of a list share one. */
export function useLaterTexts(): LaterTranslate {
  const i18n = useI18n()
  const { locale, catalog, own } = i18n
  const texts =
    known.get(i18n) ?? createTranslate<typeof laterEn>(locale, { ...laterEn, ...catalog }, own)
  known.set(i18n, texts)
  return texts
}
