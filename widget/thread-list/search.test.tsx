import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ThreadMatch } from '../api/cloud-threads.ts'
import { row } from './fake-threads.test-support.ts'
import { QUERY_MAX_CHARACTERS, SEARCH_DELAY_MS } from './search-field.tsx'
import { COUNT_ANNOUNCE_MS } from './search-results.tsx'
import { mountWithThreads, type ThreadsWorld } from './threads-world.test-support.tsx'

let world: ThreadsWorld

const INVOICE = row('Invoice')
const OLD = row('Old', { status: 'archived' })
const MATCHES: readonly ThreadMatch[] = [
  { item: INVOICE, messageId: null, text: 'Invoice', ranges: [[0, 7]] },
  { item: OLD, messageId: 'm', text: '… the invoice of May …', ranges: [[6, 13]] },
]

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers()
  world = await mountWithThreads({ rows: [INVOICE, OLD, row('Parcel')] })
  world.threads.matches = MATCHES
})
afterEach(async () => {
  await world.page.unmount()
  vi.useRealTimers()
})

const field = () => world.list()!.querySelector<HTMLInputElement>('input[type=search]')!
const searches = () => world.threads.calls.filter(([operation]) => operation === 'search')

/** Types a query, and waits for the results. */
async function search(text: string) {
  await world.do(() => field().focus())
  await world.fill(field(), text)
  await world.wait(SEARCH_DELAY_MS)
  await world.settle()
}

test('asks when the typing rests for 150 ms, and no moment earlier (U88)', async () => {
  await world.fill(field(), 'inv')
  await world.wait(SEARCH_DELAY_MS - 1)
  await world.fill(field(), 'invo ')
  await world.wait(SEARCH_DELAY_MS - 1)
  expect(searches()).toEqual([])
  await world.wait(1)
  expect(searches()).toEqual([['search', 'invo']])
})

test('shows what it finds, with the words marked, and where a thread is archived (U88)', async () => {
  await search('invo')
  expect(world.lines()).toEqual(['Invoice', 'Old'])
  const marks = [...world.list()!.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marks).toEqual(['Invoice', 'invoice'])
  const spoken = [...world.row('Old')!.children].filter((part) => !part.matches('[aria-hidden]'))
  expect(spoken.map(({ textContent }) => textContent)).toEqual([
    'Old',
    '… the invoice of May …',
    'Archived',
  ])
  expect(world.row('Invoice')?.querySelector('.thread-snippet')).toBeNull()
  expect(world.list()?.querySelector('.thread-count')?.textContent).toBe('2 conversations found')
})

test('tells the count a second after the typing stopped, once (A47, U88)', async () => {
  await search('invo')
  await world.wait(COUNT_ANNOUNCE_MS - 1)
  expect(world.heard()).toEqual([])
  await world.wait(200)
  expect(world.heard()).toEqual(['2 conversations found'])
})

test('a search without a hit says so, and is cleared by its button (U88)', async () => {
  world.threads.matches = []
  await search('zzz')
  expect(world.list()?.textContent).toContain('Nothing matches “zzz”.')
  await world.wait(COUNT_ANNOUNCE_MS + 200)
  expect(world.heard()).toEqual(['No conversations found'])

  const buttons = [...world.list()!.querySelectorAll('button')]
  await world.click(buttons.find(({ textContent }) => textContent === 'Clear')!)
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  expect(world.lines().slice(1)).toEqual(['Invoice', 'Parcel'])
})

test('Escape clears the words first, and then takes the list away', async () => {
  await search('invo')
  await world.key('Escape')
  expect(field().value).toBe('')
  expect(world.lines().slice(1)).toEqual(['Invoice', 'Parcel'])
  await world.key('Escape')
  expect(world.list()).toBeNull()
})

test('Escape on a result clears the words, and leads back to their field', async () => {
  await search('invo')
  await world.key('ArrowDown')
  expect(document.activeElement).toBe(world.row('Invoice'))

  await world.key('Escape')

  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
})

test('a search that failed can be tried again', async () => {
  world.threads.failing.add('search')
  await search('invo')
  expect(world.list()?.textContent).toContain('The search did not work.')
  world.threads.failing.clear()
  await world.click(world.button('Try again')!)
  expect(world.lines()).toEqual(['Invoice', 'Old'])
})

test('the arrow down leads from the words to what was found, Enter opens it', async () => {
  await search('invo')
  await world.key('ArrowDown')
  expect(document.activeElement).toBe(world.row('Invoice'))
  await world.click(document.activeElement!)
  expect(world.container.querySelector('h1')?.textContent).toBe('Invoice')
  // A list that is opened again continues at the next result.
  await world.toggle()
  expect(field().value).toBe('invo')
  expect(world.lines()).toEqual(['Invoice', 'Old'])
})

test('takes as many characters as the server does', () => {
  expect(field().maxLength).toBe(QUERY_MAX_CHARACTERS)
  expect(QUERY_MAX_CHARACTERS).toBe(200)
})
