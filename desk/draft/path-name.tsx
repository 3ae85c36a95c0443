import { useI18n } from '../i18n/i18n.tsx'
import type { PlainKey } from '../i18n/i18n.tsx'
import type { Path } from './json-path.ts'

/** Words of keys that stand first in paths; others are shown as the settings have them. */
const WORDS: Readonly<Record<string, PlainKey>> = {
  look: 'group.look',
  assistants: 'column.assistant',
  knowledge: 'group.knowledge',
  knowledgeAnswers: 'set.answersTitle',
  writtenAnswers: 'nav.answers',
  cases: 'nav.cases',
  limits: 'group.limits',
  hosts: 'set.hosts',
  apiOrigins: 'set.apiOrigins',
  retention: 'set.retention',
  suggestions: 'set.suggestions',
  anonymous: 'set.anonymous',
  readOnly: 'set.readOnly',
  fileTypes: 'set.fileTypes',
}

/** Keys that have the same words below any other, as their fields do. */
export const INNER_WORDS: Readonly<Record<string, PlainKey>> = {
  name: 'answers.name',
  accent: 'set.accent',
  greeting: 'set.greeting',
  prompts: 'set.prompts',
  system: 'set.system',
  model: 'set.model',
  text: 'answers.text',
  questions: 'answers.questions',
  links: 'answers.links',
  required: 'set.casesRequired',
  judge: 'set.judge',
  nightly: 'set.nightly',
  title: 'change.linkTitle',
  url: 'knowledge.address',
  sitemap: 'change.sitemap',
  every: 'set.every',
  include: 'set.include',
  exclude: 'set.exclude',
  from: 'answers.from',
  until: 'answers.until',
  language: 'answers.language',
}

/** Where a value stands, such as "Look and words › Greeting". */
export function PathName({ path }: { path: Path }) {
  const { t } = useI18n()
  return (
    <span className="path-name">
      {path.map((key, index) => {
        const words = (index === 0 ? WORDS : INNER_WORDS)[key]
        return (
          <span key={index}>
            {index > 0 && <span aria-hidden="true"> › </span>}
            <bdi>{words === undefined ? key : t(words)}</bdi>
          </span>
        )
      })}
    </span>
  )
}
