import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  ANNOUNCEMENT_GAP_MS,
  ANNOUNCEMENT_LIFE_MS,
  createAnnouncer,
  FIRST_ANNOUNCEMENT_MS,
} from './create-announcer.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function createWorld() {
  const polite = [document.createElement('div'), document.createElement('div')] as const
  const alert = document.createElement('div')
  const announcer = createAnnouncer()
  const texts = (region: HTMLElement) => [...region.children].map((child) => child.textContent)
  const heard = () => ({
    first: texts(polite[0]),
    second: texts(polite[1]),
    alert: texts(alert),
  })
  return { announcer, regions: { polite, alert }, heard }
}

test('keeps texts from before the regions exist, and waits for the browser to notice them', () => {
  const { announcer, regions, heard } = createWorld()
  announcer.announce('early')

  announcer.connect(regions)
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS - 1)
  expect(heard()).toEqual({ first: [], second: [], alert: [] })
  vi.advanceTimersByTime(1)
  expect(heard()).toEqual({ first: ['early'], second: [], alert: [] })
})

test('speaks one text after the other, rotating the polite regions', () => {
  const { announcer, regions, heard } = createWorld()
  announcer.connect(regions)
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)

  announcer.announce('Copied')
  announcer.announce('Copied')
  announcer.announce('Could not send', { channel: 'alert' })
  expect(heard()).toEqual({ first: ['Copied'], second: [], alert: [] })
  vi.advanceTimersByTime(ANNOUNCEMENT_GAP_MS)
  expect(heard()).toEqual({ first: ['Copied'], second: ['Copied'], alert: [] })
  vi.advanceTimersByTime(ANNOUNCEMENT_GAP_MS)
  expect(heard()).toEqual({ first: ['Copied'], second: ['Copied'], alert: ['Could not send'] })
})

test('removes a text after its life, not before', () => {
  const { announcer, regions, heard } = createWorld()
  announcer.connect(regions)
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)

  announcer.announce('Answer stopped')
  vi.advanceTimersByTime(ANNOUNCEMENT_LIFE_MS - 1)
  expect(heard().first).toEqual(['Answer stopped'])
  vi.advanceTimersByTime(1)
  expect(heard().first).toEqual([])
})

test('holds a text back for its delay', () => {
  const { announcer, regions, heard } = createWorld()
  announcer.connect(regions)
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)

  announcer.announce('Copied', { delayMs: 250 })
  vi.advanceTimersByTime(249)
  expect(heard().first).toEqual([])
  vi.advanceTimersByTime(1)
  expect(heard().first).toEqual(['Copied'])
})

test('drops the oldest texts beyond the limit of the queue', () => {
  const { announcer, regions, heard } = createWorld()
  for (let n = 1; n <= 21; n++) announcer.announce(String(n))

  announcer.connect(regions)
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)

  expect(heard().first).toEqual(['2'])
})

test('speaks through the regions that came last, and again through the older ones after them', () => {
  const { announcer, regions, heard } = createWorld()
  const dialog = createWorld()
  announcer.connect(regions)
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)
  announcer.announce('before')

  const disconnect = announcer.connect(dialog.regions)
  announcer.announce('inside')
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS - 1)
  expect(dialog.heard().second).toEqual([])
  vi.advanceTimersByTime(1)
  expect(dialog.heard().second).toEqual(['inside'])
  expect(heard()).toEqual({ first: ['before'], second: [], alert: [] })

  disconnect()
  announcer.announce('after', { channel: 'alert' })
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)
  expect(heard().alert).toEqual(['after'])
  expect(dialog.heard()).toEqual({ first: [], second: [], alert: [] })
})

test('empties the regions and stops every timer when disconnected', () => {
  const { announcer, regions, heard } = createWorld()
  const disconnect = announcer.connect(regions)
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)
  announcer.announce('one')
  announcer.announce('two', { delayMs: 500 })

  disconnect()

  expect(heard()).toEqual({ first: [], second: [], alert: [] })
  expect(vi.getTimerCount()).toBe(0)
})

test('clears spoken, queued and delayed texts, and speaks again', () => {
  const { announcer, regions, heard } = createWorld()
  announcer.connect(regions)
  vi.advanceTimersByTime(FIRST_ANNOUNCEMENT_MS)
  announcer.announce('said')
  announcer.announce('alarmed', { channel: 'alert' })
  vi.advanceTimersByTime(ANNOUNCEMENT_GAP_MS)
  announcer.announce('waits')
  announcer.announce('held back', { delayMs: 250 })
  expect(heard()).toEqual({ first: ['said'], second: [], alert: ['alarmed'] })

  announcer.empty()

  expect(heard()).toEqual({ first: [], second: [], alert: [] })
  vi.advanceTimersByTime(1000)
  expect(heard()).toEqual({ first: [], second: [], alert: [] })
  announcer.announce('to the next')
  expect(heard().second).toEqual(['to the next'])
})
