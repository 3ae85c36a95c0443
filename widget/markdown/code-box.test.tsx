import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { en } from '../i18n/en.ts'
import { mountMarkdown } from './testing/mount-markdown.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const copyButton = (root: Element) =>
  [...root.querySelectorAll('button')].find(
    (button) => button.getAttribute('aria-label') === en['markdown.copyCode'],
  )

async function clickCopy(text: string) {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (code) => {
    written.push(code)
  })
  const mounted = mountMarkdown()
  mounted.show(text)
  const button = copyButton(mounted.root)
  await act(async () => button?.click())
  return { mounted, button, written }
}

test.each([
  ['```ts\nconst a = 1\n\n$ npm start\n```', 'const a = 1\n\n$ npm start'],
  ['```\n  indented\n\ttab\n```', '  indented\n\ttab'],
  ['    indented\n    block\n\nText', 'indented\nblock'],
  ['```\nopen', 'open'],
  [`\`\`\`\n${'a\n'.repeat(200)}\`\`\``, 'a\n'.repeat(200).trimEnd()],
])('copies exactly the source of %j (U47)', async (text, code) => {
  const { written } = await clickCopy(text)

  expect(written).toEqual([code])
})

test('shows for two seconds that the code was copied, under the same name', async () => {
  vi.useFakeTimers()
  const { button } = await clickCopy('```\na\n```')
  const state = () => [button?.dataset['state'], button?.getAttribute('aria-label')]

  expect(state()).toEqual(['copied', en['markdown.copyCode']])
  act(() => void vi.advanceTimersByTime(1_999))
  expect(state()).toEqual(['copied', en['markdown.copyCode']])
  act(() => void vi.advanceTimersByTime(1))
  expect(state()).toEqual(['idle', en['markdown.copyCode']])
})

test('names its language, is left to right and not translated (U46, U48)', () => {
  const mounted = mountMarkdown()

  mounted.show('```ts title="a.ts"\nx\n```\n\n```\ny\n```')

  const [first, second] = mounted.root.querySelectorAll('pre')
  expect(first?.getAttribute('aria-label')).toBe('ts')
  expect(first?.getAttribute('translate')).toBe('no')
  expect(first?.closest('[dir=ltr]')).not.toBeNull()
  expect(second?.getAttribute('aria-label')).toBe(en['markdown.codeBlock'])
})

test('appears with the line of its opening fence (U46)', () => {
  const mounted = mountMarkdown()

  mounted.show('```ts', { isStreaming: true })
  expect(mounted.root.querySelector('pre')).toBeNull()
  mounted.show('```ts\n', { isStreaming: true })
  expect(mounted.root.querySelector('pre')).not.toBeNull()
})

test('toggles line wrapping by a button (U46)', async () => {
  const mounted = mountMarkdown()
  mounted.show('```\na\n```')
  const box = mounted.root.querySelector('.md-code')
  const button = mounted.root.querySelector<HTMLElement>('[aria-pressed]')

  await act(async () => button?.click())
  expect(box?.getAttribute('data-wrap')).toBe('true')
  expect(button?.ariaPressed ?? button?.getAttribute('aria-pressed')).toBe('true')
  await act(async () => button?.click())
  expect(box?.hasAttribute('data-wrap')).toBe(false)
})

test('keeps a diagram language as code (U53)', () => {
  const mounted = mountMarkdown()

  mounted.show('```mermaid\ngraph TD; A-->B\n```')

  expect(mounted.root.querySelector('pre code')?.textContent).toBe('graph TD; A-->B')
  expect(mounted.root.querySelector(':not(button) > svg, img, iframe')).toBeNull()
})
