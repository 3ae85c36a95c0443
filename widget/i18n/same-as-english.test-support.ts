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
  de: ['header.title', 'header.offline', 'interrupt.code', 'markdown.codeBlock'],
}
