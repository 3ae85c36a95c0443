import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import type { MarkedText } from '../../../shared/desk/fields.ts'
import { MessageParts } from './message-parts.tsx'

/** Draws a text as an answer or as a person's words, and waits for its markdown. */
async function draw(words: string | MarkedText, isAnswer: boolean): Promise<HTMLElement> {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const text = typeof words === 'string' ? [{ text: words }] : words
  const element = document.createElement('div')
  const root = createRoot(element)
  onTestFinished(() => act(() => root.unmount()))
  await act(async () => {
    root.render(<MessageParts parts={[{ type: 'text', text }]} isAnswer={isAnswer} />)
    await import('../../ui/answer-markdown.tsx')
  })
  const drawn = isAnswer ? '.md-root' : '.message-text'
  await expect.poll(() => element.querySelector(drawn)).not.toBeNull()
  return element
}

test('an answer is drawn as markdown, and a person’s words stand as they were typed', async () => {
  const text = '**Two** days:\n\n- one\n- [two](https://shop.example/two)'

  const answer = await draw(text, true)
  const question = await draw(text, false)

  expect(answer.querySelector('strong')?.textContent).toBe('Two')
  expect(answer.querySelectorAll('li')).toHaveLength(2)
  expect(answer.querySelector('a')?.href).toBe('https://shop.example/two')
  expect(question.textContent).toBe(text)
  expect(question.querySelector('strong, li, a')).toBeNull()
})

test('an image of an answer is not fetched: its words lead to its host', async () => {
  const answer = await draw('![a cat](https://track.example/1.png?who=ada) **and** more', true)

  expect(answer.querySelector('strong')).not.toBeNull()
  expect(answer.querySelector('img, picture, [style*="url("]')).toBeNull()
  expect(answer.querySelector('a')?.textContent).toContain('a cat (track.example)')
})

test('HTML of an answer is text', async () => {
  const html =
    '<img src="https://track.example/1.png" onerror="alert(1)"> <script>alert(1)</script>'

  const answer = await draw(`**Bold**\n\n${html}`, true)

  expect(answer.querySelector('strong')).not.toBeNull()
  expect(answer.querySelector('img, script')).toBeNull()
  expect(answer.textContent).toContain(html)
})

test('what is hidden in an answer stays hidden, in links too', async () => {
  const hidden = { text: '•••@shop.example', mark: 'masked' } as const
  const words = [
    { text: 'Write to **' },
    hidden,
    { text: '** or [me](mailto:' },
    hidden,
    { text: ').' },
  ]

  const answer = await draw(words, true)

  expect(answer.querySelector('strong')?.textContent).toBe('•••@shop.example')
  expect(answer.textContent).toContain('Write to •••@shop.example or me')
})

test('hidden words of a person are marked', async () => {
  const question = await draw([{ text: 'I am ' }, { text: '•••', mark: 'masked' }], false)

  expect(question.querySelector('.masked')?.textContent).toBe('•••')
})
