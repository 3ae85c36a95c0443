import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AMOUNT_DEFAULTS, BUDGET_DEFAULTS, RATE_DEFAULTS } from './limit-table.ts'
import { addressPart, isAddressShare, visitorsPart } from './visitor-shares.ts'

const MIB = 1_048_576
const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
const section = page.split('### Shared limits')[1]?.split('\n### ')[0] ?? ''
const table = section.split('\n').filter((line) => line.startsWith('|'))

const defaults: Readonly<Record<string, number>> = {
  ...AMOUNT_DEFAULTS,
  ...BUDGET_DEFAULTS,
  ...Object.fromEntries(Object.entries(RATE_DEFAULTS).map(([name, { count }]) => [name, count])),
}
const named = [...section.matchAll(/`(\w+)` ([\d,]+)( MiB)?/g)].map(
  ([, name = '', digits = '', unit]) =>
    [name, Number(digits.replaceAll(',', '')) * (unit === undefined ? 1 : MIB)] as const,
)

test('the table of shared things names the limits with their defaults', () => {
  expect(named.length).toBeGreaterThan(25)
  for (const [name, value] of named) expect([name, value]).toEqual([name, defaults[name]])
})

test('each share of an address has a row', () => {
  const rows = table.join('\n')
  for (const name of Object.keys(defaults).filter(isAddressShare))
    expect(rows).toContain(`\`${name}\``)
})

test('shares that follow from others are those of the table', () => {
  const share = (pool: number) => addressPart(AMOUNT_DEFAULTS, pool).toLocaleString('en')

  const rows = table.join('\n')
  expect(rows).toContain(
    `a tenth of an hour's: ${share(RATE_DEFAULTS.anonymousPerProjectPerHour.count)}`,
  )
  const tokens = share(visitorsPart(BUDGET_DEFAULTS.tokensPerProjectPerDay))
  expect(rows).toContain(`a tenth of what all visitors share: ${tokens}`)
  const events = share(visitorsPart(RATE_DEFAULTS.eventsPerProjectPerDay.count))
  expect(rows).toContain(`a tenth of what all visitors share: ${events} a day`)
  expect(section).toContain(`an address gets ${share(visitorsPart(1_000_000))} tokens`)
})
