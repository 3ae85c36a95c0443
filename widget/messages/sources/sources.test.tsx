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

test('the words for a page stand outside of the document’s name, each in its own direction', async () => {
  const document = {
    type: 'source',
    sourceType: 'document',
    id: 'd',
    mediaType: 'text/plain',
  } as const
  await show(
    text('One'),
    { ...document, title: 'تقرير', page: 12 },
    { ...document, title: 'Plain' },
  )
  const names = list().map((item) => item.querySelector('.source-name'))

  expect(names.map((name) => name?.textContent)).toEqual(['تقرير, page 12', 'Plain'])
  expect(names.map((name) => name?.querySelector('bdi')?.textContent)).toEqual(['تقرير', 'Plain'])
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

const document = (title: string, page?: number): MessagePart => ({
  type: 'source',
  sourceType: 'document',
  id: `${title} ${page}`,
  title,
  mediaType: 'application/pdf',
  ...(page === undefined ? {} : { page }),
})

test('lists a document with its page, as text, and each page of it once', async () => {
  await show(
    text('One'),
    document('rules.pdf', 3),
    source('https://a.example', 'About A'),
    document('rules.pdf', 3),
    document('rules.pdf', 4),
    document('notes.pdf'),
  )
  expect(list().map((item) => [item.tagName, item.textContent])).toEqual([
    ['SPAN', '1rules.pdf, page 3'],
    ['A', '2About A(opens in a new tab)'],
    ['SPAN', '3rules.pdf, page 4'],
    ['SPAN', '4notes.pdf'],
  ])
})

const answerText = () => app.container.querySelector('.answer-text')?.textContent
const loaded = () => vi.waitUntil(() => app.container.querySelector('.md-root') !== null)

test('references by number lead to their sources, and vanish without one', async () => {
  await show(
    text('Water boils[1] at **100 °C[2][9]**, `a[1]` and [here[1]](https://b.example).'),
    source('https://a.example/x', 'About A'),
    document('rules.pdf', 3),
  )
  await app.do(loaded)
  expect(chips().map((chip) => chip.getAttribute('aria-label'))).toEqual([
    '1, source: About A',
    '2, source: rules.pdf, page 3',
  ])
  expect(answerText()).toContain('Water boils1 at 100 °C2, a[1] and here[1]')
})

test('numbers in brackets are text in an answer without sources', async () => {
  await show(text('The interval [1] and [2][3].'))
  await app.do(loaded)
  expect(chips()).toEqual([])
  expect(answerText()).toBe('The interval [1] and [2][3].')
})

test('a text with references shows its sources at them, and not again at its end', async () => {
  await show(text('Hot[1].'), source('https://a.example/x'), text('Cold.'))
  await app.do(loaded)
  expect(chips()).toHaveLength(1)
})
