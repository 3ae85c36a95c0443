import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLookAtom } from '../world/look.ts'
import { row } from './fake-threads.test-support.ts'
import { mountWithThreads, type ThreadsWorld } from './threads-world.test-support.tsx'

let world: ThreadsWorld

const NOW = '2026-11-21T12:00:00.000Z'
const ROWS = [
  row('Invoice', { lastMessageAt: '2026-11-21T11:00:00.000Z' }),
  row('Parcel', { lastMessageAt: '2026-11-20T11:00:00.000Z' }),
  row('Garden', { lastMessageAt: '2026-10-05T11:00:00.000Z' }),
]

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC')
  vi.setSystemTime(NOW)
  localStorage.clear()
})
afterEach(async () => {
  await world.page.unmount()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('groups threads by their days, and marks the one that is shown by more than colour (A44, U87)', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel' })

  expect(world.list()?.getAttribute('aria-label')).toBe('Conversations')
  expect(world.lines()).toEqual([
    '# Today',
    'Invoice',
    '# Yesterday',
    'Parcel',
    '# October 2026',
    'Garden',
  ])
  expect(world.row('Parcel')?.getAttribute('aria-current')).toBe('page')
  expect(world.row('Invoice')?.hasAttribute('aria-current')).toBe(false)
})

/** Accessible name of a row: all parts that are not hidden from screen readers. */
const nameOf = (name: string) =>
  [...world.row(name)!.children]
    .filter((part) => !part.hasAttribute('aria-hidden'))
    .map(({ textContent }) => textContent)
    .join('')

test('says where an answer runs and where one is new (A09)', async () => {
  world = await mountWithThreads({ rows: [row('Invoice', { isRunning: true }), row('Parcel')] })
  expect(nameOf('Invoice')).toBe('Invoiceanswering')
  expect(nameOf('Parcel')).toBe('Parcel')
})

test('shows titles as text, one that hides its letters with them', async () => {
  const titles = ['<img src=x onerror=alert(1)>', 'abc\u202edef']
  world = await mountWithThreads({ rows: titles.map((title) => row(title, { title })) })
  expect(world.lines().slice(1)).toEqual([titles[0], 'abc[U+202E]def'])
  expect(world.list()?.querySelector('img')).toBeNull()
})

/** Description of a row, after its name. */
const exactly = (name: string) => {
  const id = world.row(name)!.getAttribute('aria-describedby')
  return id === null ? null : document.getElementById(id)?.textContent
}
const shown = (name: string) => {
  const { textContent: time = null, dateTime, title } = world.row(name)?.querySelector('time') ?? {}
  return {
    time,
    dateTime,
    title,
    text: world.row(name)?.querySelector('.thread-snippet')?.textContent,
  }
}

test('a row says when its last message came, and how it begins, beside its name (U72)', async () => {
  world = await mountWithThreads({
    rows: [
      row('Invoice', { lastMessageAt: '2026-11-21T11:05:00.000Z', lastText: 'It is <b>paid</b>.' }),
      row('Parcel', { lastMessageAt: '2026-11-20T23:59:00.000Z' }),
      row('Garden', { lastMessageAt: undefined, lastText: '' }),
    ],
  })
  const exact = 'Saturday, November 21, 2026 at 11:05 AM'
  expect(shown('Invoice')).toEqual({
    time: '11:05 AM',
    dateTime: '2026-11-21T11:05:00.000Z',
    title: exact,
    text: 'It is <b>paid</b>.',
  })
  expect(exactly('Invoice')).toBe(`${exact}. It is <b>paid</b>.`)
  expect(world.row('Invoice')?.querySelector('.thread-snippet')?.getAttribute('dir')).toBe('auto')
  // Its name is only the title.
  for (const part of world.row('Invoice')!.querySelectorAll('time, .thread-snippet')) {
    expect(part.getAttribute('aria-hidden')).toBe('true')
  }
  expect(shown('Parcel')).toMatchObject({ time: 'Yesterday', text: undefined })
  expect(shown('Garden')).toMatchObject({ time: null, text: undefined })
  expect(exactly('Garden')).toBeNull()
})

test.each([
  ['2026-11-21T00:00:00.000Z', '12:00 AM'],
  ['2026-11-20T00:00:00.000Z', 'Yesterday'],
  ['2026-11-19T23:59:00.000Z', 'Thu'],
  ['2026-11-15T00:00:00.000Z', 'Sun'],
  ['2026-11-14T23:59:00.000Z', 'Nov 14'],
  ['2026-01-01T00:00:00.000Z', 'Jan 1'],
  ['2025-12-31T23:59:00.000Z', 'Dec 31, 2025'],
])('of %s it says %s', async (lastMessageAt, time) => {
  world = await mountWithThreads({ rows: [row('Invoice', { lastMessageAt })] })
  expect(shown('Invoice').time).toBe(time)
})

test('an owner takes the words away, not the time', async () => {
  world = await mountWithThreads({ rows: [row('Invoice', { lastText: 'It is paid.' })] })
  expect(shown('Invoice').text).toBe('It is paid.')

  await world.do(() => world.chat.store.set(setLookAtom, { snippets: false }))
  expect(shown('Invoice')).toMatchObject({ time: '9:00 AM', text: undefined })
  expect(exactly('Invoice')).not.toContain('paid')
})

test('a thread without a title has a name all the same', async () => {
  world = await mountWithThreads({ rows: [row('x', { title: undefined })] })
  expect(world.lines()).toContain('Untitled conversation')
})

test('a thread that has just begun is called by its first words (U93)', async () => {
  world = await mountWithThreads({ isClosed: true })
  await world.type('Where is my parcel?')
  await world.press(world.field, 'Enter')
  await world.toggle()
  await vi.waitFor(async () => {
    await world.settle()
    expect(world.lines()).toEqual(['# Today', 'Where is my parcel?'])
  })
})

test('at midnight today becomes yesterday', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T23:59:58.000Z') })
  world = await mountWithThreads({ rows: ROWS.slice(0, 1) })
  expect(world.lines()).toEqual(['# Today', 'Invoice'])
  await world.wait(1_000)
  expect(world.lines()[0]).toBe('# Today')
  await world.wait(3_000)
  expect(world.lines()[0]).toBe('# Yesterday')
})

test('covers a narrow conversation: the focus goes in, and back when it goes (2.29)', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel', isClosed: true })
  const toggle = world.button('Conversations')!
  const conversation = world.container.querySelector<HTMLElement>('.conversation')!
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(world.list()).toBeNull()

  await world.toggle()
  expect(world.list()?.dataset['place']).toBe('cover')
  expect(conversation.inert).toBe(true)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(world.row('Parcel'))

  await world.click(world.button('Back to the conversation')!)
  expect(world.list()).toBeNull()
  expect(conversation.inert).toBe(false)
  expect(document.activeElement).toBe(toggle)
})

test('Escape takes a list away that covers, and closes the panel only after that', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.key('Escape')
  expect(world.list()).toBeNull()
  expect(world.onClose).not.toHaveBeenCalled()
  await world.key('Escape')
  expect(world.onClose).toHaveBeenCalledTimes(1)
})

test('opens a thread, and gives the composer the focus', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel' })
  await world.click(world.row('Garden')!)
  expect(world.list()).toBeNull()
  expect(world.container.querySelector('h1')?.textContent).toBe('Garden')
  expect(document.activeElement).toBe(world.field)
})

test('begins a new thread from the list', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel' })
  const buttons = [...world.list()!.querySelectorAll('button')]
  await world.click(
    buttons.find((button) => button.getAttribute('aria-label') === 'New conversation')!,
  )
  expect(world.list()).toBeNull()
  expect(world.container.querySelector('h1')?.textContent).toBe('Chat')
  expect(document.activeElement).toBe(world.field)
})

test.each([
  [639, 'cover', true],
  [640, 'side', false],
])('a frame of %i px has its list as %s', async (widthPx, place, isInert) => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel', widthPx })
  expect(world.list()?.dataset['place']).toBe(place)
  expect(world.container.querySelector<HTMLElement>('.conversation')?.inert).toBe(isInert)
})

test('beside a wide conversation it stays until it is folded, also after a reload', async () => {
  const wide = { rows: ROWS, shown: 'Parcel', widthPx: 1000 }
  world = await mountWithThreads(wide)
  await world.click(world.row('Garden')!)
  expect(world.list()).not.toBeNull()
  await world.page.unmount()

  world = await mountWithThreads({ ...wide, isClosed: true })
  expect(world.list()).not.toBeNull()
  // The list was not requested now: the focus stays where opening the chat set it.
  expect(document.activeElement).toBe(world.field)
  await world.toggle()
  await world.page.unmount()

  world = await mountWithThreads({ ...wide, isClosed: true })
  expect(world.list()).toBeNull()
})

test('Escape leads from a list beside the conversation to the composer', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel', widthPx: 1000 })
  expect(document.activeElement).toBe(world.row('Parcel'))
  await world.key('Escape')
  expect(document.activeElement).toBe(world.field)
  expect(world.list()).not.toBeNull()
})

test('is one stop of the Tab key, with its menu; arrows and letters move (U95)', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel' })
  const stops = () =>
    [...world.list()!.querySelectorAll('.thread-rows button:not([tabindex="-1"])')].map(
      (button) => button.getAttribute('aria-label') ?? button.firstChild!.textContent,
    )
  expect(stops()).toEqual(['Parcel', 'More for Parcel'])

  const visited: unknown[] = []
  for (const key of ['ArrowUp', 'ArrowUp', 'End', 'Home', 'ArrowDown', 'g']) {
    await world.key(key)
    visited.push(world.focused())
  }
  expect(visited).toEqual(['Invoice', 'Invoice', 'Garden', 'Invoice', 'Parcel', 'Garden'])
  expect(stops()).toEqual(['Garden', 'More for Garden'])
})

test('its shortcuts work from anywhere in the frame, without a modifier they are letters', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel', isClosed: true })
  await world.press(document.body, 'L', { code: 'KeyL', shiftKey: true })
  expect(world.list()).toBeNull()
  await world.press(document.body, 'L', { code: 'KeyL', shiftKey: true, ctrlKey: true })
  expect(world.list()).not.toBeNull()
  await world.key('O', { code: 'KeyO', shiftKey: true, ctrlKey: true })
  expect(world.list()).toBeNull()
  expect(world.container.querySelector('h1')?.textContent).toBe('Chat')
})

test('in a project that is read-only threads can be opened, and nothing else', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel', isReadOnly: true })
  expect(world.row('Invoice')).toBeDefined()
  expect(world.button('More for Parcel')).toBeUndefined()
  expect(world.button('New conversation')).toBeUndefined()
  await world.key('F2')
  expect(world.nameField()).toBeNull()
  await world.key('Delete')
  expect(world.dialog()).toBeNull()
})
