import { later } from '../../shared/later.ts'
import type { Catalog, LocaleTexts } from './create-translate.ts'
import { en } from './en.ts'
import { directionOf, findLocale, LOCALES, VARIED } from './find-locale.ts'

/** So long nothing is painted while a locale's texts come; then it is English until they do. */
export const LOCALE_WAIT_MS = 200

/** What the chat is written in. */
export interface Language {
  /** Of its texts, one of `LOCALES`. */
  readonly name: string
  /** What was asked for, with its region, for `Intl`. */
  readonly tag: string
  readonly catalog: Catalog
}

export const ENGLISH: Language = { name: 'en', tag: 'en', catalog: en }

interface LocaleFile {
  readonly default: LocaleTexts
}

// Limit: LOCALE_WAIT_MS, "nobody waits longer than so for it; it is spoken when it comes".
/** The frame's document has the hashes of the files (`scripts/locale-files.ts`), so that this script stays when a locale changes. */
function loadFile(name: string): Promise<LocaleFile> {
  if (import.meta.env.DEV) return import(/* @vite-ignore */ `/frame/i18n/locales/${name}.ts`)
  const hashes = JSON.parse(document.getElementById('locales')!.textContent) as Record<
    string,
    string
  >
  return import(/* @vite-ignore */ `./locale-${name}-${hashes[name]}.js`)
}

/** Every text of a locale: its own, else those of the locale that it varies, else English. */
async function loadCatalog(
  name: string,
  load: (name: string) => Promise<LocaleFile>,
): Promise<Catalog> {
  if (name === 'en') return en
  const names = [VARIED[name], name].filter((each) => each !== undefined)
  const files = await Promise.all(names.map((each) => later(() => load(each))()))
  return Object.assign({}, en, ...files.map((file) => file.default)) as Catalog
}

/**
 * Has the chat speak what the page wants, else what the browser's user reads, else English. Returns how to
 * tell what the page wants by now: settles when it is spoken, or when nobody should wait any longer.
 *
 * @param learn gets a language when its texts are there.
 */
export function createLocaleSwitch(
  root: HTMLElement,
  learn: (language: Language) => void,
  load = loadFile,
) {
  let wanted: string | null | undefined = null
  let settled: Promise<void> | undefined

  async function show(wish: string | undefined): Promise<void> {
    let tag = wish ?? navigator.languages.find(findLocale) ?? 'en'
    let name = findLocale(tag)
    if (!name) {
      console.warn(`Alcove: there are no texts in "${tag}", but in ${LOCALES.join(', ')}.`)
      name = tag = 'en'
    }
    const file = name
    // What is drawn first is drawn in its place: texts that come later move nothing to the other side.
    root.dir = directionOf(file)
    const shown = loadCatalog(file, load).then((catalog) => {
      if (wish !== wanted) return
      root.lang = file
      learn({ name: file, tag, catalog })
    })
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, LOCALE_WAIT_MS))])
  }

  return (wish: string | undefined): Promise<void> => {
    if (wish === wanted) return settled!
    wanted = wish
    return (settled = show(wish))
  }
}
