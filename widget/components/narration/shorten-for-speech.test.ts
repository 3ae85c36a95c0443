import { expect, test } from 'vitest'
import { shortenForSpeech } from './shorten-for-speech.ts'

test('leaves 1,500 characters whole, and cuts 1,501', () => {
  const fits = 'a'.repeat(1500)
  expect(shortenForSpeech('en', fits)).toEqual({ text: fits, moreWords: 0 })
  expect(shortenForSpeech('en', `${fits}a`).text.length).toBeLessThanOrEqual(1500)
})

test('cuts at the end of a sentence and counts the words that are left', () => {
  const sentence = `Word ${'word '.repeat(98)}word. `
  const { text, moreWords } = shortenForSpeech('en', sentence.repeat(5))

  expect(text).toBe(sentence.repeat(2).trimEnd())
  expect(moreWords).toBe(300)
})

test('cuts at a word when the first sentence is too long', () => {
  const { text, moreWords } = shortenForSpeech('en', 'word '.repeat(400))

  expect(text.endsWith('word')).toBe(true)
  expect(text.length).toBeLessThanOrEqual(1500)
  expect(moreWords).toBe(400 - (text.length + 1) / 5)
})

test('counts words of a script without spaces', () => {
  const { moreWords } = shortenForSpeech('ja', '今日は良い天気です。'.repeat(200))
  expect(moreWords).toBeGreaterThan(0)
})
