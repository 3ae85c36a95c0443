import type { WholeCatalog } from './whole-catalog.ts'

type Key = keyof WholeCatalog

/** In every language, where they are: nothing but placeholders and signs. */
export const SAME_IN_ALL: readonly Key[] = [
  'approval.titled',
  'announce.answer',
  'branch.place',
  'tool.runningTitled',
]

/** Texts that are in a language what they are in English, each looked at by somebody. */
export const SAME_AS_ENGLISH: Readonly<Record<string, readonly Key[]>> = {
  cs: ['header.title', 'header.offline'],
  da: [
    'header.title',
    'header.offline',
    'tool.input',
    'feedback.send',
    'composer.send',
    'composer.stop',
  ],
  de: ['header.title', 'header.offline', 'interrupt.code', 'markdown.codeBlock'],
  es: ['header.title'],
  'es-419': ['header.title'],
  fi: ['header.title'],
  fr: [
    'assistant.name',
    'header.title',
    'header.threads',
    'thread.main',
    'thread.log',
    'thread.suggestions',
    'message.system',
    'message.sources',
    'message.image',
    'interrupt.code',
    'composer.field',
    'announce.image',
    'markdown.codeBlock',
    'markdown.image',
    'threads.title',
  ],
  id: ['header.title', 'header.offline', 'action.edit'],
  it: ['header.title', 'header.offline'],
  nb: ['header.title', 'feedback.send', 'composer.send'],
  nl: ['header.title', 'header.offline', 'interrupt.code', 'markdown.codeBlock'],
  pl: ['header.offline'],
  'pt-BR': ['header.title'],
  'pt-PT': ['header.title'],
  sv: ['header.offline'],
}
