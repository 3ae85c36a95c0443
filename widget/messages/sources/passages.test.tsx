import { afterEach, expect, test, vi } from 'vitest'
import { SEARCH_TOOL } from '../../../shared/knowledge-tools.ts'
import { UNANSWERED } from '../../../shared/wire/chunk.ts'
import type { MessagePart } from '../../../shared/thread/message.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'
import { setLookAtom } from '../../world/look.ts'
import { formatDay, PASSAGE_MAX_CHARACTERS, excerptOf } from './passage.ts'

let app: MountedApp

afterEach(() => app?.page.unmount())

const text = (value: string): MessagePart => ({ type: 'text', text: value })
const cite = (number: number, url: string, more: object = {}): MessagePart => ({
  type: 'source',
  sourceType: 'url',
  id: `passage-${number}`,
  url,
  title: `About ${number}`,
  passage: { number, headings: [], text: 'Words', ...more },
})
const PAGE = 'https://a.example/x'

const show = async (content: readonly MessagePart[], more: object = {}) => {
  app = await mountApp((chat) =>
    chat.show([question('q', 'Hi'), answer('a', '', { content, ...more })]),
  )
  await app.do(() => vi.waitUntil(() => app.container.querySelector('.md-root') !== null))
}
const chips = () => [...app.container.querySelectorAll<HTMLElement>('button.cite')]
const rows = () => [...app.container.querySelectorAll('[aria-label=Sources] > li')]
const answerText = () => app.container.querySelector('.answer-text')?.textContent

test('readers see numbers without gaps, in the order of the passages', async () => {
  await show([
    text('One[7]. Two[3][7]. Three[12] and `rows[3]`.'),
    cite(7, PAGE),
    cite(3, 'https://b.example'),
  ])
  expect(chips().map((chip) => chip.textContent)).toEqual(['1', '2', '1'])
  expect(chips()[1]?.getAttribute('aria-label')).toBe('2, source: About 3')
  expect(answerText()).toContain('Three and rows[3].')
})

test('a number whose passage may still come keeps a place in a growing answer', async () => {
  const running = { status: { type: 'running' } }
  await show([text('One[1]. Two[2]. Three'), cite(1, PAGE)], running)
  const places = app.container.querySelectorAll('.cite')
  expect([...places].map((place) => place.textContent)).toEqual(['1', ''])
  expect(places[1]?.getAttribute('aria-hidden')).toBe('true')
})

test('the first number of an answer that has searched keeps a place until its passage comes', async () => {
  const running = { status: { type: 'running' } }
  const search: MessagePart = {
    type: 'tool-call',
    toolCallId: 'c',
    toolName: SEARCH_TOOL,
    state: 'output-available',
    argsText: '{}',
    args: {},
    result: {},
  }
  await show([search, text('One[7].')], running)
  expect(answerText()).toBe('One.')
  expect(app.container.querySelectorAll('.cite')).toHaveLength(1)

  // Positive control: without a search a number in brackets is text.
  await app.page.unmount()
  await show([text('One[7].')], running)
  expect(answerText()).toBe('One[7].')
})

test('passages of one document share a row, which opens the first of them', async () => {
  await show([
    text('One[1]. Two[2]. Three[3].'),
    cite(1, `${PAGE}#one`),
    cite(2, 'https://b.example/manual.pdf#page=4', { page: 4, pageLabel: 'iv' }),
    cite(3, `${PAGE}#three`),
  ])
  expect(rows().map((row) => row.querySelector('.source-name')?.textContent)).toEqual([
    'About 1',
    'About 2, page iv',
  ])
  expect(rows().map((row) => row.querySelector('.cited-numbers')?.textContent)).toEqual([
    '1 3 ',
    '2 ',
  ])
  expect(rows()[0]?.querySelector('a')?.getAttribute('href')).toBe(`${PAGE}#one`)
})

test('a document without an address is opened by a button, and without ids it is text', async () => {
  const kept = (number: number, ids?: object): MessagePart => ({
    type: 'source',
    sourceType: 'document',
    id: `passage-${number}`,
    title: `File ${number}`,
    mediaType: 'text/plain',
    passage: { number, headings: [], text: 'Words', ...ids },
  })
  await show([
    text('One[1]. Two[2].'),
    kept(1, { kept: { documentId: 'd', pieceId: '1' } }),
    kept(2),
  ])
  expect(rows().map((row) => row.firstElementChild?.tagName)).toEqual(['BUTTON', 'SPAN'])
})

test.each([
  ['event', 'BUTTON', null],
  ['https://shop.example/help', 'A', 'https://shop.example/help'],
])('an answer without a finding offers the way to a person: %s', async (person, tag, href) => {
  const unanswered = { metadata: { custom: { [UNANSWERED]: true } } }
  await show([text('I found nothing.')], unanswered)
  expect(app.container.querySelector('.other-way')).toBeNull()

  await app.do(() => app.chat.store.set(setLookAtom, { person }))
  const way = app.container.querySelector('.other-way')!
  expect([way.tagName, way.getAttribute('href')]).toEqual([tag, href])
  expect(way.textContent).toContain('Talk to a person')
  // The simulated browser would fetch the page.
  way.addEventListener('click', (event) => event.preventDefault())
  await app.click(way)
  expect(app.onAction.mock.calls).toEqual([['person']])
})

test('an answer with a finding offers no person', async () => {
  await show([text('Here.')])
  await app.do(() => app.chat.store.set(setLookAtom, { person: 'event' }))
  expect(app.container.querySelector('.other-way')).toBeNull()
})

test('a long passage ends with a whole word', () => {
  const words = 'ab '.repeat(PASSAGE_MAX_CHARACTERS / 2)
  const fits = words.slice(0, PASSAGE_MAX_CHARACTERS).trim()
  expect(excerptOf(fits.padEnd(PASSAGE_MAX_CHARACTERS, 'c'))).not.toContain('…')
  expect(excerptOf(fits.padEnd(PASSAGE_MAX_CHARACTERS + 1, 'c'))).toMatch(/ab…$/)
  // Scripts without spaces are cut anywhere, but not inside a character.
  const han = '漢'.repeat(PASSAGE_MAX_CHARACTERS + 1)
  expect(excerptOf(han)).toBe(`${'漢'.repeat(PASSAGE_MAX_CHARACTERS)}…`)
  expect(excerptOf('a\u202eb')).toBe('a[U+202E]b')
})

test.each([
  ['2026-03-01', 'Mar 1, 2026'],
  ['2026-3-1', undefined],
  ['2026-13-01', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('the date %s reads %s', (date, shown) => {
  expect(formatDay('en', date)).toBe(shown)
})
