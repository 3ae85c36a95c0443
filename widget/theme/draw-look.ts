import { LOADER_OPTIONS } from '../../shared/look/loader-options.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { en } from '../i18n/en.ts'
import { LOCALES } from '../i18n/find-locale.ts'
import { createLookPalettes } from '../../shared/look/palette.ts'
import type { Look, OwnTexts } from '../../shared/look/look-options.ts'
import { readLook } from '../../shared/look/read-look.ts'

// Loaded for chats whose owner sets looks or texts.

/** Names of options that the loader reads. */
const OF_LOADER = LOADER_OPTIONS.concat('theme.scheme')

const ROUNDNESS = { sharp: 0, soft: 0.75, round: 1, pill: 1.35 } as const
const SPACIOUSNESS = { compact: 0.8, normal: 1, spacious: 1.15 } as const

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
  const page = readLook(ofPage, OF_LOADER)
  const project = readLook(ofProject, OF_LOADER).look
  const said = takeFromPage(page.look.messages)
  const look = {
    ...project,
    ...page.look,
    messages: mergeTexts(project.messages, said.messages),
  }
  const { palettes, problems } = createLookPalettes(look)
  const { radius = 'round', density = 'normal', font } = look
  const rules = [
    `html:root{--roundness:${ROUNDNESS[radius]};--room:${SPACIOUSNESS[density]};${
      font === undefined ? '' : `--font-body:${font};`
    }}`,
    ...Object.entries(palettes).map(
      ([scheme, palette]) =>
        `html:root[data-scheme=${scheme}]{${Object.entries(palette)
          .map(([token, hex]) => `--${token}:${hex};`)
          .join('')}}`,
    ),
  ]
  sheet ??= new CSSStyleSheet()
  sheet.replaceSync(rules.join(''))
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
  const warnOnce = (problem: string) => {
    if (!warned.has(problem)) warn(problem)
    warned.add(problem)
  }
  const wrong = checkMessages(look.messages)
  for (const problem of [...page.problems, ...said.problems, ...problems, ...wrong]) {
    warnOnce(problem)
  }
  return { ...look, messages: { ...look.messages, ...namedTexts(look) } }
}

/** Texts with a named option take precedence over texts by key. */
function namedTexts({ name, greeting, hint, placeholder, disclaimer }: Look) {
  const named = {
    assistant: name,
    'header.title': name,
    'thread.greeting': greeting,
    'thread.greetingHint': hint,
    'composer.placeholder': placeholder,
    'composer.disclaimer': disclaimer,
  }
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/**
 * A page could trick people into allowing an action that they mean to deny, so only the project sets these texts.
 */
const OF_PROJECT = /^(approval|interrupt)\./

function takeFromPage(messages: OwnTexts = {}) {
  const isOfPage = ([key]: [string, unknown]) => !OF_PROJECT.test(key)
  const taken = Object.entries(messages)
    .filter(isOfPage)
    .map(([key, text]) => [
      key,
      typeof text === 'string' ? text : Object.fromEntries(Object.entries(text).filter(isOfPage)),
    ])
  return {
    messages: Object.fromEntries(taken) as OwnTexts,
    problems: placeTexts(messages)
      .filter(({ key }) => OF_PROJECT.test(key))
      .map(({ place }) => `${place}: only the project can say this, in its look`),
  }
}

/** Merges the texts of a language; a single text replaces the other. */
function mergeTexts(ofProject: OwnTexts = {}, ofPage: OwnTexts): OwnTexts {
  const merged = Object.entries(ofPage).map(([name, text]) => {
    const before = ofProject[name]
    return [name, typeof text === 'string' ? text : { ...Object(before), ...text }]
  })
  return { ...ofProject, ...Object.fromEntries(merged) }
}

/** A text of the owner's, with its place. */
interface PlacedText {
  readonly place: string
  readonly key: string
  readonly text: string
}

const placeTexts = (messages: OwnTexts, around = 'messages'): PlacedText[] =>
  Object.entries(messages).flatMap(([key, text]) => {
    const place = `${around}["${key}"]`
    return typeof text === 'string' ? { place, key, text } : placeTexts(text, place)
  })

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
