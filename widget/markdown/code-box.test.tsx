import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { LABELS, mountMarkdown } from './mount-markdown.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function clickCopy(text: string) {
  const written: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (code) => {
    written.push(code)
  })
  const mounted = mountMarkdown()
  mounted.show(text)
  const button = mounted.root.querySelector('button')
  await act(async () => button?.click())
  return { mounted, button, written }
}

test.each([
  ['```ts\nconst a = 1\n\n$ npm start\n```', 'const a = 1\n\n$ npm start'],
  ['```\n  indented\n\ttab\n```', '  indented\n\ttab'],
  ['    indented\n    block\n\nText', 'indented\nblock'],
  ['```\nopen', 'open'],
  [`\`\`\`\n${'a\n'.repeat(200)}\`\`\``, 'a\n'.repeat(200).trimEnd()],
])('copies exactly the source of %j', async (text, code) => {
  const { written } = await clickCopy(text)

  expect(written).toEqual([code])
})

test('says for two seconds that the code was copied', async () => {
  vi.useFakeTimers()
  const { mounted, button } = await clickCopy('```\na\n```')

  expect(button?.textContent).toBe(LABELS.copied)
  expect(mounted.root.querySelector('[role=status]')?.textContent).toBe(LABELS.copied)
  act(() => void vi.advanceTimersByTime(1_999))
  expect(button?.textContent).toBe(LABELS.copied)
  act(() => void vi.advanceTimersByTime(1))
  expect(button?.textContent).toBe(LABELS.copyCode)
})

test('names its language, is left to right, not translated and reachable by keyboard', () => {
  const mounted = mountMarkdown()

  mounted.show('```ts title="a.ts"\nx\n```\n\n```\ny\n```')

  const [first, second] = mounted.root.querySelectorAll('pre')
  expect(first?.getAttribute('aria-label')).toBe('ts')
  expect(first?.tabIndex).toBe(0)
  expect(first?.getAttribute('translate')).toBe('no')
  expect(first?.closest('[dir=ltr]')).not.toBeNull()
  expect(second?.getAttribute('aria-label')).toBe(LABELS.codeBlock)
})

test('appears with the line of its opening fence', () => {
  const mounted = mountMarkdown()

  mounted.show('```ts', { isStreaming: true })
  expect(mounted.root.querySelector('pre')).toBeNull()
  mounted.show('```ts\n', { isStreaming: true })
  expect(mounted.root.querySelector('pre')).not.toBeNull()
})
