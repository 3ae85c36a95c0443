/** Groups of settings, the most used first. */
export const GROUPS = [
  'look',
  'assistants',
  'models',
  'tools',
  'languages',
  'knowledge',
  'cases',
  'limits',
  'hosts',
] as const
export type Group = (typeof GROUPS)[number]

export const readGroup = (text: string | undefined): Group =>
  GROUPS.find((group) => group === text) ?? 'look'

/** Views of the page. */
export const VIEWS = ['edit', 'changes', 'history', 'file'] as const
export type View = (typeof VIEWS)[number]

export const readView = (text: string | undefined): View =>
  VIEWS.find((view) => view === text) ?? 'edit'

/** The group in which a value is edited. */
export function groupOf([key, second, third]: readonly string[]): Group {
  switch (key) {
    case 'look':
      return second === 'messages' ? 'languages' : 'look'
    case 'assistants':
      if (third === 'tools') return 'tools'
      return ['model', 'fallback', 'titleModel'].includes(third ?? '') ? 'models' : 'assistants'
    case 'knowledge':
    case 'knowledgeAnswers':
      return 'knowledge'
    case 'cases':
      return 'cases'
    case 'limits':
      return 'limits'
    case 'suggestions':
      return 'assistants'
    default:
      return 'hosts'
  }
}
