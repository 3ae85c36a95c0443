import { afterEach, expect, test, vi } from 'vitest'
import type { MessagePart } from '../../../shared/thread/message.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

let app: MountedApp

afterEach(() => app.page.unmount())

const text = (value: string): MessagePart => ({ type: 'text', text: value })
const source = (url: string, title?: string): MessagePart => ({
  type: 'source',
  sourceType: 'url',
  id: url,
  url,
  ...(title === undefined ? {} : { title }),
})
const show = async (...content: MessagePart[]) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), answer('a', '', { content })]))
}
const list = () => [...app.container.querySelectorAll('[aria-label=Sources] > li > *')]
const chips = () => [...app.container.querySelectorAll<HTMLElement>('.cite')]

test('lists each page once, by number and name, as a link that says that it opens a tab (U59)', async () => {
  await show(text('One'), source('https://a.example/x', 'About A'), source('https://a.example/x'))
  const [link] = list()
  expect(list()).toHaveLength(1)
  expect(link?.textContent).toBe('1About A(opens in a new tab)')
  expect(link?.hasAttribute('aria-label')).toBe(false)
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer')
  expect(link?.querySelector('svg')).not.toBeNull()
  expect(app.container.querySelectorAll('.answer img')).toHaveLength(0)
})

test('an address that is none of the web’s leads nowhere', async () => {
  await show(text('One'), source('javascript:alert(1)', 'Click'), source('https://a.example'))
  expect(list().map(({ tagName }) => tagName)).toEqual(['SPAN', 'A'])
  expect(list()[0]?.textContent).toBe('1Click')
})

test('shows the real host beside a title that names another', async () => {
  await show(text('One'), source('https://evil.test/x', 'bank.com'))
  expect(list()[0]?.querySelector('.source-host')?.textContent).toBe('evil.test')
})

test('a chip under the words has the page’s number and tells which it is', async () => {
  await show(
    text('One'),
    source('https://a.example/x', 'About A'),
    text('Two'),
    source('https://b.example', 'About B'),
    source('https://a.example/x'),
    text('Three'),
  )
  expect(chips().map((chip) => chip.textContent)).toEqual(['1', '2', '1'])
  expect(chips()[2]?.getAttribute('aria-label')).toBe('1, source: About A')

  await app.click(chips()[2]!)
  const popover = await vi.waitUntil(async () => {
    await app.do(() => new Promise((resolve) => setTimeout(resolve)))
    return app.container.querySelector('.popover')
  })
  expect(popover.querySelector('a')?.href).toBe('https://a.example/x')
  expect(popover.querySelector('.source-host')?.textContent).toBe('a.example')
})
