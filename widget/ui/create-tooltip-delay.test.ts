import { expect, test } from 'vitest'
import { createTooltipDelay } from './create-tooltip-delay.ts'

test('the first tooltip waits 700 ms, and the next none within 300 ms after one has closed', () => {
  const delay = createTooltipDelay()
  expect(delay.openDelay(0)).toBe(700)

  delay.noteClosed(1_000)

  expect(delay.openDelay(1_300)).toBe(0)
  expect(delay.openDelay(1_301)).toBe(700)
})
