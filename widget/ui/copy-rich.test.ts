import { afterEach, expect, test, vi } from 'vitest'
import { copyRich } from './copy-rich.ts'

const COPY = { text: '**Hi**', html: '<p><strong>Hi</strong></p>' }

afterEach(() => {
  vi.restoreAllMocks()
})

test('offers the text and its markup as one item', async () => {
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  expect(await copyRich(document, COPY)).toBe(true)

  const [item] = write.mock.calls[0]![0]
  const read = async (type: string) => (await item!.getType(type)).text()
  expect(item?.types).toEqual(['text/plain', 'text/html'])
  expect(await read('text/plain')).toBe(COPY.text)
  expect(await read('text/html')).toBe(COPY.html)
})

test('copies the text alone where rich text is refused', async () => {
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('no'))
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  expect(await copyRich(document, COPY)).toBe(true)
  expect(writeText.mock.calls).toEqual([[COPY.text]])
})

test('says so when nothing could be copied', async () => {
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('no'))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  Object.assign(document, { execCommand: () => false })
  expect(await copyRich(document, COPY)).toBe(false)
})
