import { afterEach, expect, test, vi } from 'vitest'
import { copyRich, copyText } from './copy-text.ts'

afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, 'execCommand')
})

function refuseClipboard(): void {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
}

test('writes to the clipboard', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()

  expect(await copyText(document, 'a\nb')).toBe(true)
  expect(write).toHaveBeenCalledWith('a\nb')
})

test('copies a selection where the clipboard is refused, and leaves no trace (U64)', async () => {
  refuseClipboard()
  const copied: string[] = []
  Reflect.set(document, 'execCommand', () => {
    const area = document.querySelector('textarea')
    copied.push(area?.value.slice(area.selectionStart, area.selectionEnd) ?? '')
    return true
  })
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()

  expect(await copyText(document, 'a\nb')).toBe(true)
  expect(copied).toEqual(['a\nb'])
  expect(document.querySelector('textarea')).toBeNull()
  expect(document.activeElement).toBe(button)
  button.remove()
})

test('says so when neither way works', async () => {
  refuseClipboard()
  Reflect.set(document, 'execCommand', () => {
    throw new Error('not supported')
  })

  expect(await copyText(document, 'a')).toBe(false)
})

const COPY = { text: '**Hi**', html: '<p><strong>Hi</strong></p>' }

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
