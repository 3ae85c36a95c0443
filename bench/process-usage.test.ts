import { expect, test } from 'vitest'
import { readUsage } from './process-usage.ts'

test('counts what this process uses', () => {
  const before = readUsage(process.pid)
  const start = process.cpuUsage()
  // Reading the usage is itself work of the kernel, so hardly any of the measured time is the program's own.
  const spentUs = () => {
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  while (spentUs() < 200_000);
  const after = readUsage(process.pid)

  const seconds = after.cpuSeconds - before.cpuSeconds
  expect(seconds).toBeGreaterThanOrEqual(0.18)
  expect(seconds).toBeLessThan(2)
  const resident = process.memoryUsage.rss() / 1_048_576
  expect(Math.abs(after.residentMiB - resident)).toBeLessThan(resident / 2)
})
