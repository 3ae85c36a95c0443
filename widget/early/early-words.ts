import type { en } from '../i18n/en.ts'

/** Texts of the first paint. The build writes them into the document, for each locale. */
export const EARLY_KEYS = [
  'assistant.name',
  'header.title',
  'header.ready',
  'header.readyHere',
  'header.close',
  'thread.main',
  'composer.form',
  'composer.field',
  'composer.placeholder',
  'composer.send',
] as const satisfies readonly (keyof typeof en)[]

/** The texts of one locale, in the order of {@link EARLY_KEYS}. */
export type EarlyWords = readonly string[]
