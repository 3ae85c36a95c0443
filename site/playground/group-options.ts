import type { Option } from '../../scripts/reference/read-options.ts'
import { toWords } from './field-text.ts'

export interface OptionGroup {
  readonly title: string
  readonly options: readonly Option[]
}

/** Paths of each group in their order; `x.*` takes all of `x` that earlier groups do not have. */
const GROUPS: readonly (readonly [title: string, ...paths: string[]])[] = [
  [
    'First things',
    'name',
    'logo',
    'theme.accent',
    'theme.scheme',
    'startScreen.greeting',
    'startScreen.prompts',
    'launcherLabel',
    'position',
    'locale',
  ],
  ['Colours and shape', 'theme.*'],
  ['Words', 'startScreen.*', 'composer.placeholder', 'disclaimer.*', 'messages'],
  [
    'Launcher and place',
    'mode',
    'target',
    'push',
    'launcher',
    'launcherIcon',
    'offsetX',
    'offsetY',
    'zIndex',
    'avoid',
    'showOn',
    'hideOn',
    'proactive',
    'proactiveDelay',
    'triggers',
    'titleBadge',
  ],
  ['Features', 'composer.*', 'history.*', 'messageActions.*', 'header.*'],
]
const LAST = 'Project, links, development'

/** Groups of options, the most used first. An option that no group names is in the last one. */
export function groupOptions(options: readonly Option[]): readonly OptionGroup[] {
  let left = options
  const groups = GROUPS.map(([title, ...paths]) => {
    const own = paths.flatMap((path) => left.filter((option) => isAt(option, path)))
    left = left.filter((option) => !own.includes(option))
    return { title, options: own }
  })
  return [...groups, { title: LAST, options: left }].filter(({ options }) => options.length > 0)
}

const isAt = ({ path }: Option, place: string): boolean =>
  place.endsWith('.*') ? path.startsWith(place.slice(0, -1)) : path === place

/** Words that people search for, by the path of the option or of its group. */
const SEARCH_WORDS: Readonly<Record<string, string>> = {
  logo: 'avatar picture brand',
  launcher: 'button bubble hide',
  launcherLabel: 'button bubble text',
  launcherIcon: 'button bubble picture',
  locale: 'language translation',
  messages: 'words translation texts',
  mode: 'embed fullscreen',
  position: 'left right place',
  proactive: 'teaser popup message',
  'composer.attachments': 'files upload pictures',
  'disclaimer.text': 'legal terms',
  'header.person': 'human agent contact',
  'history.enabled': 'list conversations',
  'messageActions.feedback': 'thumbs rating',
  'messageActions.speak': 'read aloud voice',
  'startScreen.greeting': 'welcome title',
  'startScreen.prompts': 'suggestions questions',
  'theme.accent': 'colour brand',
  'theme.radius': 'corners round',
  'theme.scheme': 'dark light mode',
  'theme.tokens': 'colours',
}

/** Options that have every word of a question in their names, descriptions or choices. */
export function findOptions(options: readonly Option[], question: string): readonly Option[] {
  const words = normalize(question).split(/\s+/).filter(Boolean)
  return options.filter((option) => {
    const { path, attribute = '', doc, choices = [], expected = '' } = option
    const name = attribute === '' ? '' : `data-${attribute}`
    const text = normalize(
      [path, toWords(path), name, doc, expected, choices.join(' '), SEARCH_WORDS[path]].join(' '),
    )
    return words.every((word) => text.includes(word))
  })
}

const normalize = (text: string): string => text.toLowerCase().replaceAll('color', 'colour')
