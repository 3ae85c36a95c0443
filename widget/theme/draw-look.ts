import { nearestName } from '../../shared/nearest-name.ts'
import { en } from '../i18n/en.ts'
import { createLookPalettes } from '../../shared/look/palette.ts'
import type { Look } from '../../shared/look/look-options.ts'
import { readLook } from '../../shared/look/read-look.ts'

// Fetched for chats whose owner says something of looks and words.

/** Names of options that the loader reads. */
const OF_LOADER = [
  'app',
  'baseUrl',
  'theme',
  'theme.scheme',
  'position',
  'offsetX',
  'offsetY',
  'zIndex',
  'launcher',
  'launcherLabel',
  'launcherIcon',
]

const ROUNDNESS = { sharp: 0, soft: 0.75, round: 1, pill: 1.35 } as const
const SPACIOUSNESS = { compact: 0.8, normal: 1, spacious: 1.15 } as const

let sheet: CSSStyleSheet | undefined
const told = new Set<string>()

/**
 * Draws what the owner says of colours, corners, room and font, in place of what was drawn before.
 *
 * @param ofProject what the operator's server said; @param ofPage what the page says, which goes before it.
 * @param tell gets what is wrong, in words for the page's developer; each once.
 * @returns all that is taken.
 */
export function drawLook(
  document: Document,
  ofProject: unknown,
  ofPage: unknown,
  tell: (problem: string) => void,
): Look {
  const page = readLook(ofPage, OF_LOADER)
  const project = readLook(ofProject, OF_LOADER).look
  const said = takeFromPage(page.look.messages)
  const look = {
    ...project,
    ...page.look,
    messages: { ...project.messages, ...said.messages },
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
  const tellOnce = (problem: string) => {
    if (!told.has(problem)) tell(problem)
    told.add(problem)
  }
  for (const problem of [...page.problems, ...said.problems, ...problems]) tellOnce(problem)
  void checkMessages(look.messages).then((wrong) => wrong.forEach(tellOnce))
  return { ...look, messages: { ...look.messages, ...namedTexts(look) } }
}

/** What has a name in the options goes before its key. */
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

/** A page could have somebody allow what they mean to deny: these texts are the project's. */
const OF_PROJECT = /^(approval|interrupt)\./

function takeFromPage(messages: NonNullable<Look['messages']> = {}) {
  const entries = Object.entries(messages)
  return {
    messages: Object.fromEntries(entries.filter(([key]) => !OF_PROJECT.test(key))),
    problems: entries
      .filter(([key]) => OF_PROJECT.test(key))
      .map(([key]) => `messages["${key}"]: only the project can say this, in its look`),
  }
}

/**
 * What is wrong with texts of the owner's: a key that no text has, or a placeholder that nobody fills.
 * The texts of the list come with it.
 */
async function checkMessages(messages: Look['messages'] = {}): Promise<string[]> {
  const given = Object.entries(messages)
  if (given.length === 0) return []
  const { threadListEn } = await import('../i18n/thread-list-en.ts').catch(() => ({
    threadListEn: {},
  }))
  const texts: Record<string, unknown> = { ...en, ...threadListEn }
  return given.flatMap(([key, text]) => {
    const place = `messages["${key}"]`
    if (!Object.hasOwn(texts, key)) {
      const nearest = nearestName(key, Object.keys(texts))
      return `${place}: there is no such text${nearest === undefined ? '' : `; did you mean ${nearest}?`}`
    }
    const known = new Set(placeholdersOf(JSON.stringify(texts[key])))
    const unknown = placeholdersOf(text).filter(
      (name) => !known.has(name) && name !== '{assistant}',
    )
    return unknown.map((name) => `${place}: nobody fills ${name}`)
  })
}

const placeholdersOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? []
