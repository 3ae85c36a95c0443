import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

let app: MountedApp

const NOON = new Date(2026, 5, 15, 12)
/** A time this many days before today. */
const at = (days: number, hour = 12): string => new Date(2026, 5, 15 - days, hour).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
})
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

async function show(...times: readonly string[]) {
  const messages = times.map((createdAt, index): Message => ({
    ...(index % 2 === 0 ? question(`q${index}`, 'Hi') : answer(`a${index}`, 'Yes')),
    createdAt,
  }))
  app = await mountApp((chat) => chat.show(messages))
}

const marks = () => [...app.container.querySelectorAll('.log-mark')].map((mark) => mark.textContent)
const times = () =>
  [...app.container.querySelectorAll('.message-time')].map((time) => time.textContent)

test('a conversation of today has no days in it', async () => {
  await show(at(0, 9), at(0, 9), at(0, 11))

  expect(marks()).toEqual([])
  expect(times()).toHaveLength(3)
  expect(times()[0]).toMatch(/^9:00\sAM$/)
})

test('each day on which the conversation goes on is named, the first too where it is over (U72)', async () => {
  await show(at(500), at(40), at(40), at(1), at(0, 0), at(0))

  expect(marks()).toEqual(['January 31, 2025', 'May 6', 'Yesterday', 'Today'])
  expect(times()[1]).toMatch(/^May 6, 12:00\sPM$/)
  const written = app.container.querySelectorAll('.message-time')[1]
  expect(written?.getAttribute('datetime')).toBe(at(40))
  expect(written?.getAttribute('title')).toMatch(/^Wednesday, May 6, 2026 at 12:00\sPM$/)
  const time = app.container.querySelector('.log-mark time')
  expect(time?.getAttribute('datetime')).toBe('2025-01-31')
})

test('at midnight today becomes yesterday, and nothing is said of it (U72)', async () => {
  await show(at(1), at(0))
  expect(marks()).toEqual(['Yesterday', 'Today'])
  const heard = app.heard()

  await app.do(() => void vi.advanceTimersByTime(12 * 60 * 60_000 + 2000))

  expect(marks()).toEqual(['June 14', 'Yesterday'])
  expect(app.heard()).toEqual(heard)
})

test('a message of which nobody knows the time has none, and no day before or after it', async () => {
  await show(at(3), '', at(0))

  expect(marks()).toEqual(['June 12'])
  expect(times()).toHaveLength(2)
})
