import type { PlainKey } from '../../i18n/i18n.tsx'

type Kind =
  | { readonly type: 'line'; readonly placeholder?: PlainKey; readonly isCode?: true }
  | { readonly type: 'text'; readonly placeholder?: PlainKey; readonly rows?: number }
  | { readonly type: 'number'; readonly placeholder?: string }
  | { readonly type: 'tick'; readonly isOnByDefault: boolean }
  | { readonly type: 'choice'; readonly choices: readonly string[]; readonly byDefault: string }
  | { readonly type: 'color'; readonly fallback: string }
  | { readonly type: 'lines'; readonly isCode?: true; readonly example?: string }
  | { readonly type: 'picture' }
  | { readonly type: 'prompts' }

/** A field with its place in the settings. */
export interface Field {
  readonly path: readonly string[]
  readonly label: PlainKey
  readonly hint?: PlainKey
  readonly kind: Kind
}

/** Fields under one heading. */
export interface Section {
  readonly title: PlainKey
  readonly hint?: PlainKey
  readonly fields: readonly Field[]
}

const look = (path: string, label: PlainKey, kind: Kind, hint?: PlainKey): Field => ({
  path: ['look', ...path.split('.')],
  label,
  kind,
  ...(hint && { hint }),
})

const tick = (path: string, label: PlainKey): Field =>
  look(path, label, { type: 'tick', isOnByDefault: true })

/** Pine, as in the chat. */
const ACCENT = '#0f6b5c'

export const LOOK: readonly Section[] = [
  {
    title: 'set.first',
    fields: [
      look('name', 'set.name', { type: 'line', placeholder: 'set.namePlace' }),
      look('theme.accent', 'set.accent', { type: 'color', fallback: ACCENT }, 'set.accentHint'),
      look('startScreen.greeting', 'set.greeting', {
        type: 'line',
        placeholder: 'set.greetingPlace',
      }),
      look('startScreen.hint', 'set.greetingHint', { type: 'line' }),
      look('startScreen.prompts', 'set.prompts', { type: 'prompts' }, 'set.promptsHint'),
      look('composer.placeholder', 'set.placeholder', { type: 'line' }),
    ],
  },
  {
    title: 'set.shape',
    fields: [
      look('logo', 'set.logo', { type: 'picture' }, 'set.logoHint'),
      look('theme.radius', 'set.radius', {
        type: 'choice',
        choices: ['sharp', 'soft', 'round', 'pill'],
        byDefault: 'round',
      }),
      look('theme.density', 'set.density', {
        type: 'choice',
        choices: ['compact', 'normal', 'spacious'],
        byDefault: 'normal',
      }),
      look('theme.accentMode', 'set.accentMode', {
        type: 'choice',
        choices: ['balanced', 'brand'],
        byDefault: 'balanced',
      }),
      look('theme.font', 'set.font', { type: 'line', isCode: true }, 'set.fontHint'),
      look('launcher.label', 'set.launcher', { type: 'line' }),
      look('launcher.position', 'set.position', {
        type: 'choice',
        choices: ['bottom-end', 'bottom-start', 'top-end', 'top-start'],
        byDefault: 'bottom-end',
      }),
    ],
  },
  {
    title: 'set.more',
    fields: [
      look('disclaimer.text', 'set.disclaimer', { type: 'line' }),
      look('disclaimer.link', 'set.disclaimerLink', { type: 'line', isCode: true }),
      look('header.person', 'set.person', { type: 'line', isCode: true }, 'set.personHint'),
      look('header.action.label', 'set.action', { type: 'line' }, 'set.actionHint'),
    ],
  },
  {
    title: 'set.features',
    fields: [
      tick('composer.attachments', 'set.attachments'),
      tick('history.enabled', 'set.history'),
      tick('history.snippets', 'set.snippets'),
      tick('header.menu', 'set.menu'),
      tick('messageActions.feedback', 'set.feedback'),
      tick('messageActions.copy', 'set.copy'),
      tick('messageActions.retry', 'set.retry'),
      tick('messageActions.edit', 'set.edit'),
      tick('messageActions.speak', 'set.speak'),
    ],
  },
]

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Fields of an assistant, without its models and tools. */
export const assistantFields = (id: string): readonly Field[] => {
  const field = (name: string, label: PlainKey, kind: Kind, hint?: PlainKey): Field => ({
    path: ['assistants', id, name],
    label,
    kind,
    ...(hint && { hint }),
  })
  return [
    field('system', 'set.system', { type: 'text', rows: 6 }, 'set.systemHint'),
    field('temperature', 'set.temperature', { type: 'number' }, 'set.temperatureHint'),
    field('effort', 'set.effort', { type: 'choice', choices: EFFORTS, byDefault: '' }),
    field('maxSteps', 'set.maxSteps', { type: 'number', placeholder: '10' }, 'set.maxStepsHint'),
    field('maxOutputTokens', 'set.maxOutput', { type: 'number' }),
    field('contextTokens', 'set.context', { type: 'number' }, 'set.contextHint'),
  ]
}

export const SUGGESTIONS: Field = {
  path: ['suggestions'],
  label: 'set.suggestions',
  hint: 'set.suggestionsHint',
  kind: { type: 'tick', isOnByDefault: false },
}

export const KNOWLEDGE_ANSWERS: readonly Field[] = [
  {
    path: ['knowledgeAnswers', 'onlyFromKnowledge'],
    label: 'set.onlyKnowledge',
    hint: 'set.onlyKnowledgeHint',
    kind: { type: 'tick', isOnByDefault: false },
  },
  {
    path: ['knowledgeAnswers', 'searches'],
    label: 'set.searches',
    kind: { type: 'number', placeholder: '5' },
  },
  {
    path: ['knowledgeAnswers', 'characters'],
    label: 'set.characters',
    kind: { type: 'number', placeholder: '24000' },
  },
  {
    path: ['knowledgeAnswers', 'trustedTools'],
    label: 'set.trusted',
    hint: 'set.trustedHint',
    kind: { type: 'lines', isCode: true },
  },
]

export const HOSTS: readonly Section[] = [
  {
    title: 'set.hostsTitle',
    fields: [
      {
        path: ['hosts'],
        label: 'set.hosts',
        hint: 'set.hostsHint',
        kind: { type: 'lines', isCode: true, example: 'https://shop.example' },
      },
      {
        path: ['apiOrigins'],
        label: 'set.apiOrigins',
        hint: 'set.apiOriginsHint',
        kind: { type: 'lines', isCode: true, example: 'https://app.shop.example' },
      },
    ],
  },
  {
    title: 'set.access',
    fields: [
      {
        path: ['anonymous'],
        label: 'set.anonymous',
        kind: { type: 'tick', isOnByDefault: true },
      },
      {
        path: ['readOnly'],
        label: 'set.readOnly',
        hint: 'set.readOnlyHint',
        kind: { type: 'tick', isOnByDefault: false },
      },
      {
        path: ['fileTypes'],
        label: 'set.fileTypes',
        hint: 'set.fileTypesHint',
        kind: { type: 'lines', isCode: true, example: 'image/*' },
      },
    ],
  },
  {
    title: 'set.retention',
    hint: 'set.retentionHint',
    fields: [
      { path: ['retention', 'namedDays'], label: 'set.namedDays', kind: { type: 'number' } },
      {
        path: ['retention', 'anonymousDays'],
        label: 'set.anonymousDays',
        kind: { type: 'number' },
      },
    ],
  },
]
