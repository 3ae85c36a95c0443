import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { THREAD_UNDO_MS } from './atoms/shown-list.ts'
import { row } from './fake-threads.test-support.ts'
import { THREAD_NAME_MAX } from './rename-field.tsx'
import { mountWithThreads, type ThreadsWorld } from './threads-world.test-support.tsx'

let world: ThreadsWorld

const ROWS = [row('Invoice'), row('Parcel'), row('Garden')]
const calls = (name: string) => world.threads.calls.filter(([operation]) => operation === name)

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await world.page.unmount()
  vi.useRealTimers()
})

/** Starts renaming a thread by the keyboard. */
async function rename(name: string) {
  await world.do(() => world.row(name)!.focus())
  await world.key('F2')
  return world.nameField()!
}

const submit = async () => {
  await world.do(() => world.nameField()!.form!.requestSubmit())
  await world.settle()
}

test('the menu says what can be done with a thread', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.click(world.button('More for Parcel')!)
  expect(world.menuItems()).toEqual(['Rename', 'Archive', 'Delete'])
  expect(world.focused()).toBe('Rename')
  expect(world.button('More for Parcel')?.getAttribute('aria-expanded')).toBe('true')
  await world.key('Escape')
  expect(world.menuItems()).toEqual([])
  expect(world.focused()).toBe('More for Parcel')
})

test('the menu also comes by the context menu of a row', async () => {
  world = await mountWithThreads({ rows: ROWS })
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
  await world.do(() => void world.row('Parcel')!.dispatchEvent(event))
  expect(event.defaultPrevented).toBe(true)
  expect(world.menuItems()).toHaveLength(3)
})

test('renames in place: F2, Enter, and the focus is back at the row (A24, U89)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  const field = await rename('Parcel')
  expect(field.getAttribute('aria-label')).toBe('Name of the conversation')
  expect(field.value).toBe('Parcel')
  expect(document.activeElement).toBe(field)

  await world.fill(field, '  Where is my parcel?  ')
  await submit()
  expect(calls('rename')).toEqual([['rename', 'Parcel', 'Where is my parcel?']])
  expect(document.activeElement).toBe(world.row('Where is my parcel?'))
})

test('renames from the menu, and saves when the focus goes elsewhere (U89)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  await world.choose('Parcel', 'Rename')
  await world.fill(world.nameField()!, 'Box')
  await world.do(() => world.row('Garden')!.focus())
  await world.settle()
  expect(calls('rename')).toEqual([['rename', 'Parcel', 'Box']])
  expect(document.activeElement).toBe(world.row('Garden'))
})

test('Escape restores the name, and nothing else (U89)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.fill(await rename('Parcel'), 'Box')
  await world.key('Escape')
  expect(world.nameField()).toBeNull()
  expect(document.activeElement).toBe(world.row('Parcel'))
  expect(world.list()).not.toBeNull()
  expect(calls('rename')).toEqual([])
})

test.each([
  ['an empty name', ''],
  ['a blank name', '  '],
  ['the same name', ' Parcel '],
])('%s keeps the old one (U89)', async (_, name) => {
  world = await mountWithThreads({ rows: ROWS })
  await world.fill(await rename('Parcel'), name)
  await submit()
  expect(calls('rename')).toEqual([])
  expect(world.row('Parcel')).toBeDefined()
})

test('takes a name of 120 characters, and says of 121 what is too much (U89)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  const field = await rename('Parcel')
  await world.fill(field, 'x'.repeat(THREAD_NAME_MAX + 1))
  await submit()
  expect(calls('rename')).toEqual([])
  const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(note?.textContent).toBe('1 character too many')
  expect(field.getAttribute('aria-invalid')).toBe('true')

  await world.fill(field, 'x'.repeat(THREAD_NAME_MAX))
  await submit()
  expect(calls('rename')).toEqual([['rename', 'Parcel', 'x'.repeat(THREAD_NAME_MAX)]])
})

test('a name that could not be saved is the old one again, and a notice says so (U89)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  world.threads.failing.add('rename')
  world.threads.held.add('rename')
  await world.fill(await rename('Parcel'), 'Box')
  await submit()
  expect(world.row('Box')).toBeDefined()
  expect(world.notice()).toBeUndefined()

  world.threads.held.clear()
  world.threads.release()
  await world.settle()
  expect(world.row('Parcel')).toBeDefined()
  expect(world.row('Box')).toBeUndefined()
  expect(world.notice()).toBe('“Parcel” could not be renamed.')
})

const deleteParcel = async () => {
  await world.choose('Parcel', 'Delete')
  await world.click([...world.dialog()!.querySelectorAll('button')].at(-1)!)
}
const renameParcel = async () => {
  await world.fill(await rename('Parcel'), 'Box')
  await submit()
}
const unarchiveOld = async () => {
  await world.click(world.button('Archived')!)
  await world.choose('Old', 'Take out of the archive')
}
test.each([
  ['rename', renameParcel, 'Conversation renamed.', '“Parcel” could not be renamed.'],
  ['delete', deleteParcel, 'Conversation deleted.', '“Parcel” could not be deleted.'],
  [
    'unarchive',
    unarchiveOld,
    'Conversation taken out of the archive.',
    '“Old” could not be taken out of the archive.',
  ],
] as const)(
  'says after a %s what the server said, and nothing before',
  async (name, act, yes, no) => {
    vi.useFakeTimers()
    for (const [fails, words] of [
      [false, yes],
      [true, no],
    ] as const) {
      world = await mountWithThreads({ rows: [...ROWS, row('Old', { status: 'archived' })] })
      world.threads.held.add(name)
      if (fails) world.threads.failing.add(name)
      await act()
      expect(calls(name)).toHaveLength(1)
      await world.wait(1000)
      expect(world.heard()).toEqual([])

      world.threads.held.clear()
      world.threads.release()
      await world.settle()
      await world.wait(1000)
      expect(world.heard()).toEqual([words])
      if (!fails) await world.page.unmount()
    }
  },
)

test('asks before it deletes, with the focus where nothing is lost (A41, U91)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.choose('Parcel', 'Delete')
  const dialog = world.dialog()!
  const text = (attribute: string) =>
    document.getElementById(dialog.getAttribute(attribute) ?? '')?.textContent
  expect(text('aria-labelledby')).toBe('Delete “Parcel”?')
  expect(text('aria-describedby')).toContain('This cannot be undone.')
  expect(world.focused()).toBe('Cancel')

  await world.click(document.activeElement!)
  expect(world.dialog()).toBeNull()
  expect(world.focused()).toBe('More for Parcel')
  expect(calls('delete')).toEqual([])
})

test('deletes, with the focus at the next row, or the one before (2.24, A24)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  const deleteByKey = async (name: string) => {
    await world.do(() => world.row(name)!.focus())
    await world.key('Delete')
    const buttons = [...world.dialog()!.querySelectorAll('button')]
    await world.click(buttons.find(({ textContent }) => textContent === 'Delete')!)
  }
  await deleteByKey('Parcel')
  expect(world.lines().slice(1)).toEqual(['Invoice', 'Garden'])
  expect(document.activeElement).toBe(world.row('Garden'))
  await deleteByKey('Garden')
  expect(document.activeElement).toBe(world.row('Invoice'))
  await deleteByKey('Invoice')
  expect(calls('delete')).toHaveLength(3)
  // No row is left, so the list itself has the focus.
  expect(document.activeElement?.className).toBe('thread-list-heading')
})

test('the thread that is shown is left for a new one when it is deleted (U91)', async () => {
  world = await mountWithThreads({ rows: ROWS, shown: 'Parcel' })
  expect(world.container.querySelector('h1')?.textContent).toBe('Parcel')
  await world.choose('Parcel', 'Delete')
  await world.click([...world.dialog()!.querySelectorAll('button')].at(-1)!)
  expect(world.container.querySelector('h1')?.textContent).toBe('Chat')
  expect(world.row('Parcel')).toBeUndefined()
})

test('says that the answer of a running thread is stopped (U91)', async () => {
  world = await mountWithThreads({ rows: [row('Invoice', { isRunning: true })] })
  await world.choose('Invoice', 'Delete')
  expect(world.dialog()?.textContent).toContain('Its answer is stopped')
})

test('a thread that could not be deleted is there again, and a notice says so', async () => {
  world = await mountWithThreads({ rows: ROWS })
  world.threads.failing.add('delete')
  await world.choose('Parcel', 'Delete')
  await world.click([...world.dialog()!.querySelectorAll('button')].at(-1)!)
  expect(world.lines().slice(1)).toEqual(['Invoice', 'Parcel', 'Garden'])
  expect(world.notice()).toBe('“Parcel” could not be deleted.')
  await world.click(world.container.querySelector('.thread-notice button:last-child')!)
  expect(world.notice()).toBeUndefined()
})

test('archives at once, and takes it back: the row returns with the focus (2.22, A24, A41, U90)', async () => {
  world = await mountWithThreads({ rows: ROWS })
  await world.choose('Parcel', 'Archive')
  expect(world.lines().slice(1)).toEqual(['Invoice', 'Garden'])
  expect(document.activeElement).toBe(world.row('Garden'))
  expect(world.notice()).toBe('“Parcel” is archived.')

  await world.click(world.button('Undo')!)
  expect(world.row('Parcel')).toBeDefined()
  expect(document.activeElement).toBe(world.row('Parcel'))
  expect(world.notice()).toBeUndefined()
  expect(calls('unarchive')).toEqual([['unarchive', 'Parcel']])
})

test('offers the way back for ten seconds, which stand still under pointer and focus (A19, U90)', async () => {
  vi.useFakeTimers()
  world = await mountWithThreads({ rows: ROWS })
  await world.choose('Parcel', 'Archive')
  await world.wait(THREAD_UNDO_MS - 1000)
  const card = world.container.querySelector('.thread-notice')!
  const pointer = (type: string) =>
    world.do(() => void card.dispatchEvent(new PointerEvent(type, { bubbles: true })))

  await pointer('pointerover')
  await world.wait(THREAD_UNDO_MS)
  expect(world.notice()).toBe('“Parcel” is archived.')
  await world.do(() => world.button('Undo')!.focus())
  await pointer('pointerout')
  await world.wait(THREAD_UNDO_MS)
  expect(world.notice()).toBe('“Parcel” is archived.')
  await world.do(() => world.row('Garden')!.focus())
  await world.wait(900)
  expect(world.notice()).toBe('“Parcel” is archived.')
  await world.wait(200)
  expect(world.notice()).toBeUndefined()
  expect(calls('unarchive')).toEqual([])
})

test('the notice goes along when the list is closed, and is spoken once (A47)', async () => {
  vi.useFakeTimers()
  world = await mountWithThreads({ rows: ROWS })
  await world.choose('Parcel', 'Archive')
  await world.wait(500)
  expect(world.heard()).toEqual(['Conversation archived. Undo available.'])
  await world.click(world.row('Garden')!)
  expect(world.list()).toBeNull()
  expect(world.container.querySelector('main .thread-notice')).not.toBeNull()
  await world.click(world.button('Undo')!)
  expect(calls('unarchive')).toEqual([['unarchive', 'Parcel']])
  expect(document.activeElement).toBe(world.field)
})

test('a thread that could not be opened is told, and the old one stays', async () => {
  world = await mountWithThreads({ rows: [row('Old', { status: 'archived' })] })
  world.threads.failing.add('unarchive')
  await world.click(world.button('Archived')!)
  await world.click(world.row('Old')!)
  expect(world.notice()).toBe('“Old” could not be opened.')
})
