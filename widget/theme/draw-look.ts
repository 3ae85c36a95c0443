import { nearestName } from '../../shared/nearest-name.ts'
import { en } from '../i18n/en.ts'
import { LOCALES } from '../i18n/find-locale.ts'
import type { Look, OwnTexts } from '../../shared/look/look-options.ts'
import { createLookCss } from './look-css.ts'
import { mergeLook, placeTexts } from './merge-look.ts'

// Loaded for chats whose owner sets looks or texts.

let sheet: CSSStyleSheet | undefined
const warned = new Set<string>()

/**
 * Applies the owner's colours, corners, spacing and font, and replaces earlier ones.
 *
 * @param ofProject settings from the operator's server; @param ofPage settings from the page, which take
 * precedence. @param warn called with each problem once, as a sentence for the page's developer. @returns all
 * accepted settings.
 */
export function drawLook(
  document: Document,
  ofProject: unknown,
  ofPage: unknown,
  warn: (problem: string) => void,
): Look {
  const { look, messages, problems } = mergeLook(ofProject, ofPage)
  const css = createLookCss(look)
  sheet ??= new CSSStyleSheet()
  sheet.replaceSync(css.text)
  // In place of that of the first paint.
  document.adoptedStyleSheets = [sheet]
  const warnOnce = (problem: string) => {
    if (!warned.has(problem)) warn(problem)
    warned.add(problem)
  }
  for (const problem of [...problems, ...css.problems, ...checkMessages(messages)]) {
    warnOnce(problem)
  }
  return look
}

/** Describes problems of the owner's texts: an unknown language or key, or a placeholder without a value. */
function checkMessages(messages: OwnTexts = {}): string[] {
  const texts: Record<string, unknown> = en
  const wrong = Object.keys(messages)
    .filter((name) => typeof messages[name] !== 'string' && !LOCALES.includes(name))
    .map((name) => describeUnknown(`messages["${name}"]`, 'language', name, LOCALES))
  const wrongTexts = placeTexts(messages).flatMap(({ place, key, text }) => {
    if (!Object.hasOwn(texts, key)) return describeUnknown(place, 'text', key, Object.keys(texts))
    const known = new Set(placeholdersOf(JSON.stringify(texts[key])))
    const unknown = placeholdersOf(text).filter(
      (name) => !known.has(name) && name !== '{assistant}',
    )
    return unknown.map((name) => `${place}: nobody fills ${name}`)
  })
  return [...wrong, ...wrongTexts]
}

function describeUnknown(place: string, what: string, name: string, names: readonly string[]) {
  const nearest = nearestName(name, names)
  return `${place}: there is no such ${what}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
}

const placeholdersOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? []
