import { isPlainObject } from '../json.ts'
import { nearestName } from '../nearest-name.ts'
import { COLOR_TOKENS } from './colors.ts'
import type { Look, OwnTexts, Prompt, Theme } from './look-options.ts'

export const PROMPTS_MAX = 6
/** A prompt's text is always short enough for a message. */
export const PROMPT_MAX_CHARACTERS = 2_000
export const LOGO_MAX_BYTES = 16_384
/** The same as base64, with the prefix of the address. */
export const LOGO_MAX_CHARACTERS = 21_880
export const MESSAGES_MAX = 500
export const MESSAGE_MAX_CHARACTERS = 500

/** The expected form of a value, and its reader: `undefined` for an invalid value. */
interface Rule<Value> {
  readonly expected: string
  readonly read: (value: unknown) => Value | undefined
}

const textUpTo = (max: number): Rule<string> => ({
  expected: `a text of 1 to ${max.toLocaleString('en')} characters`,
  read: (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= max ? value : undefined,
})

const oneOf = <const Choice extends string>(...choices: Choice[]): Rule<Choice> => ({
  expected: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
  read: (value) => choices.find((choice) => choice === value),
})

const matching = (expected: string, pattern: RegExp, max: number): Rule<string> => ({
  expected,
  read: (value) =>
    typeof value === 'string' && value.length <= max && pattern.test(value) ? value : undefined,
})

/** An attribute can only be text. */
const flag: Rule<boolean> = {
  expected: 'true or false',
  read: (value) =>
    typeof value === 'boolean' ? value : ({ true: true, false: false } as const)[String(value)],
}

const HEX = /^#[\da-f]{6}$/i
const color: Rule<string> = {
  expected: 'a colour such as #0f6b5c',
  read: (value) => (typeof value === 'string' && HEX.test(value) ? value.toLowerCase() : undefined),
}

const tokens: Rule<NonNullable<Theme['tokens']>> = {
  expected: `light or dark, each with colours such as #0f6b5c by ${COLOR_TOKENS.join(', ')}`,
  read: (value) =>
    isPlainObject(value) &&
    Object.entries(value).every(
      ([scheme, colors]) =>
        (scheme === 'light' || scheme === 'dark') &&
        isPlainObject(colors) &&
        Object.entries(colors).every(
          ([token, hex]) => isOneOf(COLOR_TOKENS, token) && color.read(hex) !== undefined,
        ),
    )
      ? Object.fromEntries(
          Object.entries(value as Record<string, Record<string, string>>).map(
            ([scheme, colors]) => [
              scheme,
              Object.fromEntries(
                Object.entries(colors).map(([token, hex]) => [token, hex.toLowerCase()]),
              ),
            ],
          ),
        )
      : undefined,
}

const isOneOf = (list: readonly string[], text: string) => list.includes(text)

const prompts: Rule<readonly Required<Prompt>[]> = {
  expected: `at most ${PROMPTS_MAX} prompts, each a text or { label, prompt }, a label of at most 80 characters`,
  read(value) {
    const list = typeof value === 'string' ? readPromptText(value) : value
    if (!Array.isArray(list) || list.length > PROMPTS_MAX) return undefined
    const read = list.map(readPrompt)
    return read.every((prompt) => prompt !== undefined) ? read : undefined
  },
}

/** As an attribute: JSON, or labels with `|` between them. */
function readPromptText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.split('|').map((label) => label.trim())
  }
}

function readPrompt(given: unknown): Required<Prompt> | undefined {
  const { label, prompt = label } = (
    typeof given === 'string' ? { label: given } : Object(given)
  ) as { label?: unknown; prompt?: unknown }
  const isPrompt =
    textUpTo(80).read(label) !== undefined &&
    textUpTo(PROMPT_MAX_CHARACTERS).read(prompt) !== undefined
  return isPrompt ? { label: label as string, prompt: prompt as string } : undefined
}

const areTexts = (value: unknown): value is Record<string, string> =>
  isPlainObject(value) &&
  Object.keys(value).length <= MESSAGES_MAX &&
  Object.values(value).every((text) => textUpTo(MESSAGE_MAX_CHARACTERS).read(text) !== undefined)

/** Keys of texts contain a dot, language tags do not. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i

const messages: Rule<OwnTexts> = {
  expected: `at most ${MESSAGES_MAX} texts by their keys, each of 1 to ${MESSAGE_MAX_CHARACTERS} characters, or such texts by the tag of a language`,
  read(value) {
    if (!isPlainObject(value)) return undefined
    const entries = Object.entries(value)
    const ofOne = entries.filter(([name]) => LANGUAGE_TAG.test(name))
    const ofAll = entries.filter((entry) => !ofOne.includes(entry))
    return ofOne.every(([, texts]) => areTexts(texts)) && areTexts(Object.fromEntries(ofAll))
      ? (value as OwnTexts)
      : undefined
  },
}

const FAMILY = String.raw`(?:"[\p{L}\p{N}_ -]+"|'[\p{L}\p{N}_ -]+'|[\p{L}_-][\p{L}\p{N}_ -]*)`
/** Safe in a style sheet: each quote is closed. */
const FONTS = new RegExp(`^${FAMILY}(?:, *${FAMILY})*$`, 'u')

const HTTPS = /^https:\/\/[^\s"<>]+$/

const RULES: { readonly [Name in keyof Look]-?: Rule<NonNullable<Look[Name]>> } = {
  accent: color,
  accentMode: oneOf('balanced', 'brand'),
  radius: oneOf('sharp', 'soft', 'round', 'pill'),
  density: oneOf('compact', 'normal', 'spacious'),
  font: matching(
    'names of fonts, such as Inter, sans-serif, of at most 200 characters',
    FONTS,
    200,
  ),
  tokens,
  name: textUpTo(60),
  logo: matching(
    'a data: address of a PNG, JPEG, WebP or GIF of at most 16 KiB',
    /^data:image\/(png|jpeg|webp|gif);base64,[\w+/]+=*$/,
    LOGO_MAX_CHARACTERS,
  ),
  greeting: textUpTo(120),
  hint: textUpTo(240),
  prompts,
  placeholder: textUpTo(120),
  disclaimer: textUpTo(280),
  disclaimerLink: matching('an https address', HTTPS, 2_000),
  headerAction: textUpTo(60),
  person: matching('an https address, or event', new RegExp(`${HTTPS.source}|^event$`), 2_000),
  attachments: flag,
  history: flag,
  snippets: flag,
  feedback: flag,
  copy: flag,
  retry: flag,
  edit: flag,
  speak: flag,
  menu: flag,
  messages,
}

/** Place of a flat name in {@link LookOptions}; the others are at the top. As attributes all are flat. */
const PLACES: Readonly<Record<string, keyof Look>> = {
  'theme.accent': 'accent',
  'theme.accentMode': 'accentMode',
  'theme.radius': 'radius',
  'theme.density': 'density',
  'theme.font': 'font',
  'theme.tokens': 'tokens',
  'startScreen.greeting': 'greeting',
  'startScreen.hint': 'hint',
  'startScreen.prompts': 'prompts',
  'composer.placeholder': 'placeholder',
  'composer.attachments': 'attachments',
  'disclaimer.text': 'disclaimer',
  'disclaimer.link': 'disclaimerLink',
  'history.enabled': 'history',
  'history.snippets': 'snippets',
  'messageActions.feedback': 'feedback',
  'messageActions.copy': 'copy',
  'messageActions.retry': 'retry',
  'messageActions.edit': 'edit',
  'messageActions.speak': 'speak',
  'header.action.label': 'headerAction',
  'header.menu': 'menu',
  'header.person': 'person',
}

/** Objects that contain options, and are not options themselves. */
const GROUPS = new Set(
  Object.keys(PLACES).flatMap((place) => {
    const steps = place.split('.').slice(0, -1)
    return steps.map((_, index) => steps.slice(0, index + 1).join('.'))
  }),
)

/**
 * Reads an owner's options for look and texts, grouped or flat. Invalid ones are left out and reported; the
 * rest applies.
 *
 * @param others names of options that another reader handles.
 */
export function readLook(
  given: unknown,
  others: readonly string[] = [],
): { readonly look: Look; readonly problems: readonly string[] } {
  const look: Record<string, unknown> = {}
  const problems: string[] = []

  const read = (place: string, value: unknown) => {
    const name = PLACES[place] ?? place
    if (value === undefined) return
    if (GROUPS.has(place) && isPlainObject(value)) {
      for (const [key, inner] of Object.entries(value)) read(`${place}.${key}`, inner)
      return
    }
    if (others.includes(place)) return
    if (!Object.hasOwn(RULES, name)) return void problems.push(describeUnknown(place, others))
    const rule = RULES[name as keyof Look]
    const found = rule.read(value)
    if (found === undefined) problems.push(`${place}: expected ${rule.expected}`)
    else look[name] = found
  }

  const entries = isPlainObject(given) ? Object.entries(given) : []
  const isGroup = ([, value]: [string, unknown]) => isPlainObject(value)
  // Options in a group take precedence over attributes.
  for (const entry of entries) if (!isGroup(entry)) read(...entry)
  for (const entry of entries) if (isGroup(entry)) read(...entry)
  return { look, problems }
}

/** Without the value: the value of a misspelt option may be a key. */
function describeUnknown(place: string, others: readonly string[]): string {
  const names = [...new Set([...Object.keys(RULES), ...Object.keys(PLACES), ...GROUPS, ...others])]
  const nearest = nearestName(place, names)
  return nearest === undefined
    ? `${place}: there is no such option`
    : `${place}: there is no such option; did you mean ${nearest}?`
}
