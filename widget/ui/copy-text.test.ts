import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

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

test('copies a selection where the clipboard is refused, and leaves no trace', async () => {
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
