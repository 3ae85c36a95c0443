import { LOADER_OPTIONS } from '../../shared/look/loader-options.ts'
import type { Look, OwnTexts } from '../../shared/look/look-options.ts'
import { readLook } from '../../shared/look/read-look.ts'

/** Names of options that the loader reads. */
const OF_LOADER = LOADER_OPTIONS.concat('theme.scheme')

export interface MergedLook {
  /** Its `messages` include texts with a named option. */
  readonly look: Look
  /** The texts by key alone. */
  readonly messages: OwnTexts
  /** Problems of the page's settings, as sentences for its developer. */
  readonly problems: readonly string[]
}

/**
 * Merges the owner's settings.
 *
 * @param ofProject settings from the operator's server. @param ofPage settings from the page, which take precedence.
 */
export function mergeLook(ofProject: unknown, ofPage: unknown): MergedLook {
  const page = readLook(ofPage, OF_LOADER)
  const project = readLook(ofProject, OF_LOADER).look
  const said = takeFromPage(page.look.messages)
  const look = { ...project, ...page.look }
  const messages = mergeTexts(project.messages, said.messages)
  return {
    look: { ...look, messages: { ...messages, ...namedTexts(look) } },
    messages,
    problems: [...page.problems, ...said.problems],
  }
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
export interface PlacedText {
  readonly place: string
  readonly key: string
  readonly text: string
}

/** Lists the texts of `messages`, and of the languages in it. */
export const placeTexts = (messages: OwnTexts, around = 'messages'): PlacedText[] =>
  Object.entries(messages).flatMap(([key, text]) => {
    const place = `${around}["${key}"]`
    return typeof text === 'string' ? { place, key, text } : placeTexts(text, place)
  })
