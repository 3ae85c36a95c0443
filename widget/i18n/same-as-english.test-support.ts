import type { Catalog } from './create-translate.ts'

type Key = keyof Catalog

/** Placeholders and signs, which are the same in every language that has them. */
export const SAME_IN_ALL: readonly Key[] = [
  'approval.titled',
  'announce.answer',
  'branch.place',
  'tool.runningTitled',
]

/** Texts of a language that equal English, each checked by hand. */
export const SAME_AS_ENGLISH: Readonly<Record<string, readonly Key[]>> = {
  cs: ['header.title', 'header.offline', 'transcript.text', 'transcript.data', 'settings.enter'],
  da: [
    'header.title',
    'header.offline',
    'tool.input',
    'feedback.send',
    'composer.send',
    'composer.stop',
    'transcript.data',
    'settings.normal',
    'settings.enter',
  ],
  de: [
    'header.title',
    'header.offline',
    'interrupt.code',
    'markdown.codeBlock',
    'transcript.text',
    'settings.normal',
    'settings.enter',
  ],
  es: ['header.title', 'settings.normal'],
  'es-419': ['header.title', 'settings.normal', 'settings.enter'],
  fi: ['header.title', 'settings.enter'],
  fr: [
    'assistant.name',
    'header.title',
    'header.threads',
    'thread.main',
    'thread.log',
    'thread.suggestions',
    'message.system',
    'message.sourcePage',
    'message.sources',
    'message.image',
    'interrupt.code',
    'composer.field',
    'announce.image',
    'markdown.codeBlock',
    'markdown.image',
    'threads.title',
  ],
  id: [
    'header.title',
    'header.offline',
    'action.edit',
    'transcript.data',
    'settings.normal',
    'settings.enter',
  ],
  it: ['header.title', 'header.offline'],
  nb: [
    'header.title',
    'feedback.send',
    'composer.send',
    'transcript.data',
    'settings.normal',
    'settings.enter',
  ],
  nl: ['header.title', 'header.offline', 'interrupt.code', 'markdown.codeBlock', 'settings.enter'],
  pl: ['header.offline', 'settings.enter'],
  'pt-BR': ['header.title', 'settings.normal', 'settings.enter'],
  'pt-PT': ['header.title', 'settings.normal', 'settings.enter'],
  ru: ['settings.enter'],
  sv: ['header.offline', 'transcript.text', 'transcript.data', 'settings.normal', 'settings.enter'],
  th: ['settings.enter'],
  tr: ['settings.normal', 'settings.enter'],
  uk: ['settings.enter'],
  vi: ['settings.enter'],
}
