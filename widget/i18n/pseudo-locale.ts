import type { CatalogOf, PluralForms } from './create-translate.ts'

const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáAÁcçCÇdðDÐeéEÉiíIÍnñNÑoóOÓsšSŠuúUÚyýYÝzžZŽ'.matchAll(/(.)(.)/gu)].map(
    ([, plain, accented]) => [plain!, accented!],
  ),
)
const LONGER_BY = 0.4

const RIGHT_TO_LEFT_OVERRIDE = '\u202e'
const POP_DIRECTION = '\u202c'

/**
 * English with accents, 40 % longer and in brackets: plain text comes from no catalogue, and a missing bracket
 * shows clipping.
 */
export const accentedEnglish = <English extends object>(english: English): CatalogOf<English> =>
  mapTexts(english, (text) => {
    const more = Math.ceil(text.replace(/\{\w+\}/g, '').length * LONGER_BY)
    const accented = outsidePlaceholders(text, (plain) =>
      plain.replace(/[a-z]/gi, (letter) => ACCENTED[letter] ?? letter),
    )
    return `[${accented} ${'·'.repeat(more)}]`
  })

/** English with mirrored letters: text in the wrong direction stands out. */
export const mirroredEnglish = <English extends object>(english: English): CatalogOf<English> =>
  mapTexts(english, (text) =>
    outsidePlaceholders(text, (plain) =>
      plain.replace(/\w+/g, (word) => `${RIGHT_TO_LEFT_OVERRIDE}${word}${POP_DIRECTION}`),
    ),
  )

function mapTexts<English extends object>(
  english: English,
  change: (text: string) => string,
): CatalogOf<English> {
  const entries = Object.entries<string | PluralForms>(english as Record<string, string>)
  const changed = entries.map(([key, entry]) => [
    key,
    typeof entry === 'string'
      ? change(entry)
      : Object.fromEntries(Object.entries(entry).map(([form, text]) => [form, change(text)])),
  ])
  return Object.fromEntries(changed) as CatalogOf<English>
}

const outsidePlaceholders = (text: string, change: (plain: string) => string): string =>
  text.replace(/(\{\w+\})|[^{]+/g, (piece, placeholder?: string) => placeholder ?? change(piece))
