import { expect, test } from 'vitest'
import { createTooltipDelay } from './create-tooltip-delay.ts'

test('the first tooltip waits 700 ms, and the next none within 300 ms after one has closed', () => {
  const delay = createTooltipDelay()
  expect(delay.openDelay(0)).toBe(700)

  delay.noteOpened(() => {})(1_000)

  expect(delay.openDelay(1_300)).toBe(0)
  expect(delay.openDelay(1_301)).toBe(700)
})

test('while one is shown the next waits for nothing, and hides it', () => {
  const delay = createTooltipDelay()
  const hidden: string[] = []
  const closeFirst = delay.noteOpened(() => hidden.push('first'))
  expect(delay.openDelay(60_000)).toBe(0)

  const closeSecond = delay.noteOpened(() => hidden.push('second'))
  closeFirst(60_000)

  expect(hidden).toEqual(['first'])
  expect(delay.openDelay(120_000)).toBe(0)
  closeSecond(120_000)
  expect(delay.openDelay(120_301)).toBe(700)
})
