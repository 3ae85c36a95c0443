import { later } from '../../shared/later.ts'
import type { Catalog, LocaleTexts } from './create-translate.ts'
import { en } from './en.ts'
import { directionOf, findLocale, LOCALES, VARIED } from './find-locale.ts'

/**
 * Time for which nothing is painted while a locale's texts load; afterwards the chat is English until they have
 * loaded.
 */
export const LOCALE_WAIT_MS = 200

/** The chat's language. */
export interface Language {
  /** Name of its texts, one of `LOCALES`. */
  readonly name: string
  /** The requested tag with its region, for `Intl`. */
  readonly tag: string
  readonly catalog: Catalog
}

export const ENGLISH: Language = { name: 'en', tag: 'en', catalog: en }

interface LocaleFile {
  readonly default: LocaleTexts
}

// Limit: LOCALE_WAIT_MS, "nobody waits longer than so for it; it is spoken when it comes".
/**
 * The hashes of the files are in the frame's document (`scripts/locale-files.ts`), so that this script does not
 * change with a locale.
 */
function loadFile(name: string): Promise<LocaleFile> {
  if (import.meta.env.DEV) return import(/* @vite-ignore */ `/frame/i18n/locales/${name}.ts`)
  const hashes = JSON.parse(document.getElementById('locales')!.textContent) as Record<
    string,
    string
  >
  return import(/* @vite-ignore */ `./locale-${name}-${hashes[name]}.js`)
}

/** Every text of a locale: its own, else that of the locale that it varies, else English. */
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
 * Applies the page's language, else the browser's, else English. Returns a function that sets the page's language:
 * its promise settles when the language is applied, or takes too long to wait for.
 *
 * @param onChange called with a language when its texts have loaded. @param waitMs default {@link LOCALE_WAIT_MS}.
 */
export function createLocaleSwitch(
  root: HTMLElement,
  onChange: (language: Language) => void,
  load = loadFile,
  waitMs = LOCALE_WAIT_MS,
) {
  let wanted: string | null | undefined = null
  let settled: Promise<void> | undefined
  let spoken = ENGLISH.name

  async function show(wish: string | undefined): Promise<void> {
    let tag = wish ?? navigator.languages.find(findLocale) ?? 'en'
    let name = findLocale(tag)
    if (!name) {
      console.warn(`Alcove: there are no texts in "${tag}", but in ${LOCALES.join(', ')}.`)
      name = tag = 'en'
    }
    const file = name
    // Set before the texts load, so that the first drawing has the right direction and later texts do not mirror
    // it.
    root.dir = directionOf(file)
    const shown = loadCatalog(file, load).then((catalog) => {
      if (wish !== wanted) return
      root.lang = spoken = file
      onChange({ name: file, tag, catalog })
    })
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, waitMs))])
    // The document may have begun in the wanted language.
    root.lang = spoken
  }

  return (wish: string | undefined): Promise<void> => {
    if (wish === wanted) return settled!
    wanted = wish
    return (settled = show(wish))
  }
}
