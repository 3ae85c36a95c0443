/** The languages that the chat speaks, as its files are named: `locales/<tag>.ts`, and English. */
export const LOCALES =
  'ar cs da de en es es-419 fi fr he hi id it ja ko nb nl pl pt-BR pt-PT ru sv th tr uk vi zh-Hans zh-Hant'.split(
    ' ',
  )

/** Locales whose files hold only their differences, and the locale that each one varies. */
export const VARIED: Readonly<Record<string, string>> = { 'es-419': 'es', 'pt-PT': 'pt-BR' }

/** Countries with the Spanish of Spain. */
const AS_IN_SPAIN = /^(ES|EA|IC|GQ|PH)$/

/** The locale of the texts for `tag`; `undefined`: none, or `tag` is malformed. */
export function findLocale(tag: string): string | undefined {
  // During development: pseudo-locales that reveal clipped, glued and unmirrored texts.
  if (import.meta.env.DEV && /^(en-XA|ar-XB)$/.test(tag)) return tag
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize()
    const variants: Readonly<Record<string, string>> = {
      es: AS_IN_SPAIN.test(region!) ? 'es' : 'es-419',
      pt: region === 'BR' ? 'pt-BR' : 'pt-PT',
      zh: `zh-${script}`,
      no: 'nb',
      nn: 'nb',
    }
    const name = variants[language] ?? language
    return LOCALES.includes(name) ? name : undefined
  } catch {
    return undefined
  }
}

/** Text direction of a locale. */
export const directionOf = (name: string): 'ltr' | 'rtl' => (/^(ar|he)/.test(name) ? 'rtl' : 'ltr')
