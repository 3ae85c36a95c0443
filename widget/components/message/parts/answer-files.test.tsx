import { afterEach, expect, test } from 'vitest'
import type { MessagePart } from '../../../../shared/thread/message.ts'
import { answer, question } from '../../fake-chat.test-support.ts'
import { mountApp } from '../../mount-app.test-support.tsx'
import type { MountedApp } from '../../mount-app.test-support.tsx'

let app: MountedApp

afterEach(() => app.page.unmount())

const PNG = 'data:image/png;base64,iVBORw0KGgo='
const show = async (...content: MessagePart[]) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), answer('a', '', { content })]))
}
const images = () => [...app.container.querySelectorAll<HTMLImageElement>('.answer-image img')]
const chips = () => [...app.container.querySelectorAll('.answer .chip')].map((c) => c.textContent)

test('shows images that are in the message, named, and everything else by name', async () => {
  await show(
    { type: 'image', image: PNG, filename: 'chart.png' },
    { type: 'file', mimeType: 'image/png', data: PNG },
    { type: 'file', mimeType: 'application/pdf', data: 'data:x', filename: 'a.pdf' },
  )
  expect(images().map(({ alt }) => alt)).toEqual(['chart.png', 'Image'])
  expect(chips()).toEqual(['a.pdf'])
})

test('loads no image of another site', async () => {
  await show({ type: 'image', image: 'https://evil.test/?q=secret', filename: 'x.png' })
  expect(app.container.querySelectorAll('.answer img')).toHaveLength(0)
  expect(chips()).toEqual(['x.png'])
})

test('an image that does not load becomes a name', async () => {
  await show({ type: 'image', image: PNG, filename: 'chart.png' })
  await app.do(() => void images()[0]!.dispatchEvent(new Event('error')))
  expect(images()).toEqual([])
  expect(chips()).toEqual(['chart.png'])
})

test('enlarges an image in a dialog', async () => {
  await show({ type: 'image', image: PNG, filename: 'chart.png' })
  await app.click(app.button('Enlarge chart.png')!)
  expect(app.container.querySelector('dialog img')?.getAttribute('src')).toBe(PNG)
  await app.press(document.body, 'Escape')
  expect(app.container.querySelector('dialog')).toBeNull()
  expect(app.onClose).not.toHaveBeenCalled()
})
