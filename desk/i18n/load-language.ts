import { createDeskI18n } from './i18n.tsx'
import type { DeskI18n } from './i18n.tsx'
import { en } from './en.ts'

/** Key of the device's storage; the value is a tag such as "en-XA". */
const LANGUAGE_KEY = 'alcove-desk-language'

function readWish(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY)
  } catch {
    // Storage is blocked.
    return null
  }
}

/** Dates and numbers have the region of the reader, such as en-GB, if the texts have the reader's language. */
const englishTag = (): string => navigator.languages.find((tag) => /^en\b/i.test(tag)) ?? 'en'

/**
 * The device's language, else English. "en-XA" and "ar-XB" are pseudo-locales: accented and longer English,
 * and English in an Arabic page.
 */
export async function loadLanguage(wish: string | null = readWish()): Promise<DeskI18n> {
  if (wish === 'en-XA' || wish === 'ar-XB') {
    const { accentedEnglish, mirroredEnglish } = await import('../../widget/i18n/pseudo-locale.ts')
    return wish === 'en-XA'
      ? createDeskI18n('en', accentedEnglish(en))
      : createDeskI18n('ar', mirroredEnglish(en), 'rtl')
  }
  return createDeskI18n(englishTag())
}
