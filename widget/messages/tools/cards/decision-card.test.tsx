import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, question } from '../../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../../shell/mount-app.test-support.tsx'
import { ARMED_AFTER_MS } from '../../../ui/use-armed.tsx'

let app: MountedApp
/** Tells the card whether it is visible, like the browser. */
let see: (isIntersecting: boolean) => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean; time: number }[]) => void) {
        see = (isIntersecting) => tell([{ isIntersecting, time: performance.now() }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(async () => {
  await app.page.unmount()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const CALL = {
  type: 'tool-call',
  toolCallId: 't',
  toolName: 'refund',
  state: 'approval-requested',
  argsText: '{}',
  args: {},
  approval: { id: 'ap' },
} as const
const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))
const allow = () => app.button('Allow once')!
const decisions = () => app.chat.calls.length
const looksArmed = () => allow().getAttribute('aria-disabled') === 'false'
const tell = (event: Event) => app.do(() => void allow().dispatchEvent(event))
const down = (detail = 1) =>
  app.do(() => {
    allow().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    allow().dispatchEvent(new MouseEvent('mousedown', { bubbles: true, detail }))
  })
const click = (detail: number) => tell(new MouseEvent('click', { bubbles: true, detail }))
const key = (type: 'keydown' | 'keyup', repeat = false) =>
  tell(new KeyboardEvent(type, { key: 'Enter', bubbles: true, repeat }))

async function show(): Promise<void> {
  const status = { type: 'requires-action', reason: 'tool-calls' } as const
  app = await mountApp((chat) =>
    chat.show([question('q', 'Hi'), answer('a', '', { content: [CALL], status })]),
  )
}

test('takes a click that begins when the card has been in sight for 500 ms, and none before (T10)', async () => {
  await show()
  await wait(ARMED_AFTER_MS - 1)
  expect(looksArmed()).toBe(false)
  await down()
  await click(1)
  expect(decisions()).toBe(0)

  await wait(1)
  expect(looksArmed()).toBe(true)
  await down()
  await click(1)
  expect(decisions()).toBe(1)
})

test('takes no click whose press began before, nor the second half of one', async () => {
  await show()
  await wait(ARMED_AFTER_MS - 1)
  await down()
  await wait(1000)
  await click(1)
  await down(2)
  await click(2)
  expect(decisions()).toBe(0)

  await down()
  await click(1)
  expect(decisions()).toBe(1)
})

test('takes no click whose press began before the card was there', async () => {
  await show()
  await wait(1000)
  await click(1)
  expect(decisions()).toBe(0)
})

test('takes no key that was held before, however often it repeats', async () => {
  await show()
  await key('keydown')
  await wait(1000)
  await key('keydown', true)
  await click(0)
  expect(decisions()).toBe(0)

  await key('keyup')
  await wait(0)
  await key('keydown')
  await click(0)
  expect(decisions()).toBe(1)
})

test('takes no key whose first stroke was somewhere else', async () => {
  await show()
  await wait(1000)
  await key('keydown', true)
  await click(0)
  expect(decisions()).toBe(0)
})

test('takes the press of a screen reader, which brings neither pointer nor key', async () => {
  await show()
  await wait(ARMED_AFTER_MS - 1)
  await click(0)
  expect(decisions()).toBe(0)
  await wait(1)
  await click(0)
  expect(decisions()).toBe(1)
})

test('counts from when the card comes into sight, again each time', async () => {
  await show()
  await app.do(() => see(false))
  await wait(10_000)
  expect(looksArmed()).toBe(false)
  await click(0)

  await app.do(() => see(true))
  await wait(ARMED_AFTER_MS - 1)
  await click(0)
  expect(decisions()).toBe(0)
  await wait(1)
  expect(looksArmed()).toBe(true)
  await app.do(() => see(true))
  await click(0)
  expect(decisions()).toBe(1)
})
