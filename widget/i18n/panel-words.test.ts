import { expect, test } from 'vitest'
import { en } from './en.ts'
import de from './locales/de.ts'
import { ENGLISH } from './locale-switch.ts'
import { panelWords } from './panel-words.ts'

test('the panel is told its words in another language, and none in English', () => {
  expect(panelWords(ENGLISH)).toEqual({})
  expect(panelWords({ name: 'de', tag: 'de-AT', catalog: { ...en, ...de } })).toEqual({
    title: 'Chat',
    close: 'Schließen',
    slow: 'Das dauert länger als gewöhnlich …',
    retry: 'Erneut versuchen',
    failed: 'Der Dienst ist im Moment nicht verfügbar.',
    back: 'Zurück zur Unterhaltung',
    answering: 'antwortet',
    unread: 'neue Antwort',
  })
})
