import { expect, test } from 'vitest'
import { isOwnSentence } from '../../shared/own-sentence.ts'
import { FAILURE_TEXTS, failureText } from './provider-failure.ts'

test('each sentence that a failed answer ends with is known as ours, in a chat of another language', () => {
  const texts = [...Object.values(FAILURE_TEXTS), failureText('key', true)]
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter((text) => !isOwnSentence(text))).toEqual([])
})

test.each(['Das Modell ist ausgelastet.', 'A mensagem é longa.', 'No se pudo enviar.', ''])(
  'another server’s “%s” is not',
  (text) => {
    expect(isOwnSentence(text)).toBe(false)
  },
)
