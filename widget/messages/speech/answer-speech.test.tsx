import { expect, test } from 'vitest'
import { createTranslate } from '../../i18n/create-translate.ts'
import { en } from '../../i18n/en.ts'
import { elementToSpeech, findSpoken, readAnswer, shortenForSpeech } from './answer-speech.ts'

const t = createTranslate('en', en)

function speak(html: string): string {
  const root = document.createElement('div')
  root.innerHTML = html
  return elementToSpeech(root, t)
}

test.each([
  [
    'words without their marks',
    '<p>You were <strong>charged</strong> once.</p>',
    'You were charged once.',
  ],
  [
    'a pause after each block',
    '<h3>Why</h3><ul><li>Paid</li><li>Held</li></ul>',
    'Why. Paid. Held.',
  ],
  ['an image by its description', '<p>See <img alt="the chart"></p>', 'See the chart.'],
  ['an image without one', '<p><img></p>', 'image.'],
  [
    'code by its size',
    '<div class="md-code"><span class="md-code-language">bash</span><pre><code>a\nb\n</code></pre></div>',
    'code block, 2 lines, bash.',
  ],
  ['code of no language', '<pre><code>a</code></pre>', 'code block, 1 line.'],
  ['inline code as words', '<p>Run <code>npm start</code>!</p>', 'Run npm start!'],
  [
    'a table by its size',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    'table, 2 columns, 1 row.',
  ],
  [
    'nothing of the controls',
    '<p>x</p><button>Copy</button><span aria-hidden="true">•</span>',
    'x.',
  ],
])('speaks %s', (_, html, speech) => {
  expect(speak(html)).toBe(speech)
})

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

test('each spoken sentence is found at its place, with any content between (U71)', () => {
  const article = document.createElement('article')
  article.id = 'message-a'
  article.innerHTML = `<div data-speech><h3>Your
    order</h3><p>It is <strong>late</strong>. 今日は。 <em>Sorry</em>!<button>Copy</button></p>
    <pre><code>npm start</code></pre><ul><li>One</li><li>Two 😀</li></ul></div>
    <div data-speech><p>The end</p></div>`
  document.body.append(article)
  const text = readAnswer('a', t)
  const found = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(
    ({ segment, index }) => {
      const range = findSpoken('a', t, { text, start: index, end: index + segment.length })
      return [segment.trim(), range?.toString().replace(/\s+/g, ' ') ?? null]
    },
  )
  article.remove()

  expect(found).toEqual([
    ['Your order.', 'Your order'],
    ['It is late.', 'It is late.'],
    ['今日は。', '今日は。'],
    ['Sorry!', 'Sorry!'],
    ['code block, 1 line.', null],
    ['One.', 'One'],
    ['Two 😀.', 'Two 😀'],
    ['The end.', 'The end'],
  ])
})
