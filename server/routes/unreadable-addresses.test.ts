import { expect, test } from 'vitest'
import { createTestApp } from '../testing/create-test-app.ts'
import { createUnreadableAddresses } from './unreadable-addresses.ts'

const HOUR_MS = 3_600_000

function listen() {
  const clock = { ms: 0 }
  const warnings: { facts: object; message: string }[] = []
  const log = {
    warn: (facts: object, message: string) => void warnings.push({ facts, message }),
  }
  return { clock, warnings, tell: createUnreadableAddresses(log, () => clock.ms) }
}

test.each([
  ['unknown', 'aaaaaaa'],
  ['_hidden7', '_aaaaaa9'],
  ['203.0.113.7;4711', '999.9.999.9;9999'],
  ['[2001:db8::1', '[9999:aa9::9'],
  ['прокси', 'aaaaaa'],
  ['', ''],
  ['1'.repeat(1_000), '9'.repeat(64)],
])('the log has the form of %j, and not its text', (entry, form) => {
  const { warnings, tell } = listen()
  tell(entry)

  expect(warnings).toEqual([
    { facts: { form }, message: expect.stringContaining('is not an address') },
  ])
})

test('a missing entry is told as one', () => {
  const { warnings, tell } = listen()
  tell(undefined)

  expect(warnings).toEqual([{ facts: {}, message: expect.stringContaining('fewer entries') }])
})

test('the log has one line an hour', () => {
  const { clock, warnings, tell } = listen()
  tell('unknown')
  clock.ms += HOUR_MS - 1
  tell('unknown')
  expect(warnings).toHaveLength(1)

  clock.ms += 1
  tell(undefined)
  expect(warnings).toHaveLength(2)
})

test('calls behind a proxy that gives no address are warned of, and others are not', async () => {
  const app = await createTestApp({ env: { ALCOVE_TRUSTED_PROXIES: '1' } })
  const call = (forwardedFor: string) =>
    app.request('/p/other/v1/threads', { headers: { 'X-Forwarded-For': forwardedFor } })
  const warnings = () => app.lines.filter((line) => line.includes('is not an address'))

  await call('203.0.113.7:4711')
  expect(warnings()).toEqual([])
  await call('203.0.113.7, unknown')
  await call('203.0.113.7, unknown')
  expect(warnings()).toHaveLength(1)
  expect(warnings()[0]).toContain('"form":"aaaaaaa"')
  await app.close()
})
