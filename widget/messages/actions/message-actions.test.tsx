import { afterEach, expect, test, vi } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import {
  ALL_CAPABILITIES,
  answer,
  question,
  type FakeChat,
} from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const RUNNING = { status: { type: 'running' } } as const
const show = async (messages: readonly Message[], prepare?: (chat: FakeChat) => void) => {
  app = await mountApp((chat) => {
    chat.show(messages)
    prepare?.(chat)
  })
}
const turn = (text = 'Hello') => [question('q', 'Hi'), answer('a', text)]
const article = (id: string) => app.container.querySelector(`[data-message-id=${id}]`)!
const action = (id: string, name: string) =>
  article(id).querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)
const names = (id: string) =>
  [...article(id).querySelectorAll('.action-bar button')].map((each) =>
    each.getAttribute('aria-label'),
  )
const branches = (id: string, ids: readonly string[]) =>
  app.chat.tell({ type: 'branches', id, ids })

test('each message has separate actions, described by its author (A26)', async () => {
  await show(turn())
  expect(names('q')).toEqual(['Copy', 'Edit'])
  expect(names('a')).toEqual(['Copy', 'Answer again', 'Good answer', 'Bad answer'])
  const described = document.getElementById(action('a', 'Copy')!.getAttribute('aria-describedby')!)
  expect(described?.textContent).toBe('Assistant said')
})

test('an answer that grows has the room of its actions, and none of them (U63)', async () => {
  await show([question('q', 'Hi'), answer('a', 'Hello', RUNNING)])
  expect(article('a').querySelector('.actions')).not.toBeNull()
  expect(names('a')).toEqual([])

  await app.do(() => app.chat.tell({ type: 'message', message: answer('a', 'Hello') }))
  expect(names('a')).toContain('Copy')
})

test('hides "Answer again" while the thread runs, and brings it back (2.12)', async () => {
  await show(turn(), (chat) => chat.tell({ type: 'run', isRunning: true }))
  expect(names('a')).not.toContain('Answer again')
  await app.do(() => app.chat.tell({ type: 'run', isRunning: false }))
  await app.click(action('a', 'Answer again')!)
  expect(app.chat.calls).toEqual([['reload', 'a']])
})

test('actions that come later obey the Tab order of their message', async () => {
  await show([...turn(), question('q2', 'More'), answer('a2', 'Yes')], (chat) =>
    chat.tell({ type: 'run', isRunning: true }),
  )
  await app.do(() => app.chat.tell({ type: 'run', isRunning: false }))
  expect(action('a', 'Answer again')?.tabIndex).toBe(-1)
  expect(action('a2', 'Answer again')?.tabIndex).toBe(0)
})

test('copies markdown as text, and the drawn answer as clean markup (2.10, U64)', async () => {
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  vi.useFakeTimers()
  await show(turn('Hello'))
  await app.click(action('a', 'Copy')!)
  await app.do(() => vi.advanceTimersByTime(500))

  const [item] = write.mock.calls[0]![0]
  expect(await (await item!.getType('text/plain')).text()).toBe('Hello')
  expect(await (await item!.getType('text/html')).text()).toMatch(/^<p>Hello\s*<\/p>$/)
  expect(app.heard()).toEqual(['Copied'])
  expect(action('a', 'Copy')?.dataset['state']).toBe('copied')
  await app.do(() => vi.advanceTimersByTime(1500))
  expect(action('a', 'Copy')?.dataset['state']).toBe('idle')
})

test('copies what a user wrote as text only', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(turn())
  await app.click(action('q', 'Copy')!)
  expect(writeText.mock.calls).toEqual([['Hi']])
})

test('shows the branch picker only where there are branches, with its number (U68)', async () => {
  await show(turn())
  expect(article('a').querySelector('.branch-picker')).toBeNull()
  await app.do(() => branches('a', ['x', 'a', 'y']))
  expect(article('a').querySelector('.branch-place')?.textContent).toBe('2 / 3')
})

test.each([
  ['first', ['a', 'x'], 'true', 'false'],
  ['middle', ['x', 'a', 'y'], 'false', 'false'],
  ['last', ['x', 'a'], 'false', 'true'],
])('on the %s branch the way on ends (2.15, 2.16)', async (_, ids, previous, next) => {
  await show(turn())
  await app.do(() => branches('a', ids))
  expect(action('a', 'Previous version')?.getAttribute('aria-disabled')).toBe(previous)
  expect(action('a', 'Next version')?.getAttribute('aria-disabled')).toBe(next)

  await app.click(action('a', previous === 'true' ? 'Previous version' : 'Next version')!)
  expect(app.chat.calls).toEqual(previous === next ? [['switchTo', 'y']] : [])
})

test('during a run no branch can be left, and the buttons say why (4.47, A46, U68)', async () => {
  await show(turn(), (chat) => chat.tell({ type: 'run', isRunning: true }))
  await app.do(() => branches('a', ['x', 'a', 'y']))
  for (const name of ['Previous version', 'Next version']) {
    const button = action('a', name)!
    const [place] = button.getAttribute('aria-describedby')!.split(' ')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(place!)?.textContent).toBe(
      '2 of 3 Wait for the answer, or stop it first.',
    )
    await app.click(button)
  }
  expect(app.chat.calls).toEqual([])
})

test('a branch may be left during a run where the thread can do that (3.11)', async () => {
  await show(turn(), (chat) => {
    const capabilities = { ...ALL_CAPABILITIES, switchBranchDuringRun: true }
    chat.tell({ type: 'capabilities', capabilities })
    chat.tell({ type: 'run', isRunning: true })
  })
  await app.do(() => branches('a', ['a', 'y']))
  await app.click(action('a', 'Next version')!)
  expect(app.chat.calls).toEqual([['switchTo', 'y']])
})

test('the focus and the place on the screen go along to the other branch (U68)', async () => {
  await show(turn())
  await app.do(() => branches('a', ['a', 'b']))
  const log = app.container.querySelector<HTMLElement>('[role=log]')!
  const tops = [300, 340]
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: Element,
  ) {
    const isPicker = this.classList.contains('branch-picker')
    return new DOMRect(0, isPicker ? tops.shift() : 0, 10, 10)
  })

  await app.do(() => action('a', 'Next version')!.focus())
  await app.click(action('a', 'Next version')!)
  log.scrollTop = 100
  await app.do(() => {
    app.chat.show([question('q', 'Hi'), answer('b', 'Other')])
    branches('b', ['a', 'b'])
  })

  expect(document.activeElement).toBe(action('b', 'Next version'))
  expect(log.scrollTop).toBe(140)
})
