/** Languages whose names of months are read in any page, besides its own. */
const MONTH_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const
const MONTHS = 12

/** Words before the day from which on a document holds, or on which it was changed. */
const IN_FORCE =
  /in force (?:from|since|as of)|effective(?: date| from| as of)?:?|valid (?:from|as of)|applies from|(?:last )?(?:updated|modified|revised|changed)(?: on)?:?|in force for .{0,60}? from|in kraft (?:ab|seit)|gültig (?:ab|seit)|gilt (?:ab|seit)|stand:?|zuletzt (?:aktualisiert|geändert)(?: am)?:?|aktualisiert am|en vigueur (?:depuis|à partir du|à compter du)(?: le)?|mis à jour le|dernière mise à jour ?:?|en vigor desde(?: el)?|última actualización:?|in vigore dal|aggiornato il|em vigor desde|atualizado em|geldig vanaf|bijgewerkt op|施行日?[::]?|発効日?[::]?|適用日?[::]?|更新日?[::]?|改定日?[::]?|최종 ?수정일?:?|시행일?:?|개정일?:?|ساري(?:ة)? (?:المفعول )?(?:من|اعتبارا من|ابتداء من)|اعتبارًا من|آخر تحديث:?|生效日期[::]?|更新(?:于|日期)[::]?/iu
const AFTER_LETTERS = 40
const BEFORE_LETTERS = 14

/** `YYYY-MM-DD` of a date or time as attributes and front matter have it. */
export function readIsoDate(value: string | undefined): string | undefined {
  const [, year = '', month = '', day = ''] = /^\s*(\d{4})-(\d\d)-(\d\d)/u.exec(value ?? '') ?? []
  return toDate(Number(year), Number(month), Number(day))
}

/** The day of a sentence such as "in force from 1 February 2026". */
export function readDateInText(text: string, language: string | undefined): string | undefined {
  const found = IN_FORCE.exec(text)
  if (!found) return undefined
  const start = found.index + found[0].length
  const after = readDay(text.slice(start, start + AFTER_LETTERS), language)
  if (after !== undefined) return after
  // "2026年2月1日施行"
  return readDay(text.slice(Math.max(0, found.index - BEFORE_LETTERS), found.index), language)
}

/** The first day that stands in a text in words or numbers, with its year. */
export function readDay(text: string, language: string | undefined): string | undefined {
  const iso = /(\d{4})-(\d{1,2})-(\d{1,2})/u.exec(text)
  if (iso) return toDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const asian = /(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/u.exec(text)
  if (asian) return toDate(Number(asian[1]), Number(asian[2]), Number(asian[3]))
  const dotted = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/u.exec(text)
  if (dotted) return toDate(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
  return readNamedDay(text, language)
}

function readNamedDay(text: string, language: string | undefined): string | undefined {
  const small = text.toLowerCase()
  const dayFirst =
    /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+)?(\p{L}[\p{L}\p{M}]+)\.?,?\s+(?:de\s+)?(\d{4})/u.exec(
      small,
    )
  const monthFirst = /(\p{L}[\p{L}\p{M}]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/u.exec(small)
  const monthOf = (name = '') => monthsOf(language).get(name)
  if (dayFirst) {
    const month = monthOf(dayFirst[2])
    if (month !== undefined) return toDate(Number(dayFirst[3]), month, Number(dayFirst[1]))
  }
  const month = monthOf(monthFirst?.[1])
  return month === undefined
    ? undefined
    : toDate(Number(monthFirst?.[3]), month, Number(monthFirst?.[2]))
}

const monthTables = new Map<string, ReadonlyMap<string, number>>()

/** Numbers of months by their names, long and short. */
function monthsOf(language = 'en'): ReadonlyMap<string, number> {
  const kept = monthTables.get(language)
  if (kept) return kept
  const table = new Map<string, number>()
  for (const locale of [...supported(language), ...MONTH_LANGUAGES]) {
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        month: style,
        day: 'numeric',
        calendar: 'gregory',
        timeZone: 'UTC',
      })
      for (let month = 1; month <= MONTHS; month += 1) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 1))
        const name = parts
          .find(({ type }) => type === 'month')
          ?.value.toLowerCase()
          .replace(/\.$/u, '')
        if (name !== undefined && !table.has(name)) table.set(name, month)
      }
    }
  }
  monthTables.set(language, table)
  return table
}

/** Pages name languages that no engine knows. */
function supported(language: string): readonly string[] {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([language])
  } catch {
    return []
  }
}

function toDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!isDay || year < 1990 || year > 2100) return undefined
  return date.toISOString().slice(0, 10)
}
