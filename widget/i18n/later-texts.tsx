import { createTranslate, type CatalogOf, type Texts, type Translate } from './create-translate.ts'
import type { en } from './en.ts'
import { useI18n, type I18n } from './i18n-context.tsx'
import { laterEn } from './later-en.ts'

/**
 * A hook for texts that come later than those of `useI18n`, and for these too, in the frame's language. A thousand
 * rows share one.
 */
export function createTextsHook<English extends Texts>(english: CatalogOf<English>) {
  const known = new WeakMap<I18n, Translate<English & typeof en>>()

  return function useTexts(): Translate<English & typeof en> {
    const i18n = useI18n()
    const { locale, catalog, own } = i18n
    const texts =
      known.get(i18n) ??
      createTranslate<English & typeof en>(locale, { ...english, ...catalog }, own)
    known.set(i18n, texts)
    return texts
  }
}

export type LaterTranslate = Translate<typeof laterEn & typeof en>

/** The texts of what comes after the first paint. */
export const useLaterTexts = createTextsHook<typeof laterEn>(laterEn)
