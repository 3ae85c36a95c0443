import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { listSlowest } from './step.ts'
import { readPlaywrightResult, readVitestResult } from './test-reports.ts'
import { createTestEnvironment } from './test-steps.ts'

function writeReport(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'report.json')
  writeFileSync(path, text)
  return path
}

const vitestReport = (failed: number): string =>
  JSON.stringify({
    numPassedTests: 5,
    numFailedTests: failed,
    numPendingTests: 1,
    numTodoTests: 1,
  })

test('reads the counts and the figures of a vitest run', () => {
  const output = 'stdout | a.long.test.ts\nfigure: 100 kills, 0 lost\n no figure: here\n'

  const result = readVitestResult({ code: 0, output }, writeReport(vitestReport(0)))

  expect(result).toMatchObject({ passed: 5, failed: 0, skipped: 2 })
  expect(result.figures).toEqual(['figure: 100 kills, 0 lost'])
})

test('a test that the run excluded does not count as skipped', () => {
  const tests = [
    { fullName: 'a', status: 'passed', tags: [] },
    { fullName: 'b', status: 'skipped', tags: ['nightly'] },
    { fullName: 'c', status: 'skipped', tags: [] },
  ]
  const counts = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 2, numTodoTests: 0 }
  const testResults = [{ name: '/a.test.ts', assertionResults: tests }]
  const report = writeReport(JSON.stringify({ ...counts, testResults }))
  const skippedOf = (isLeftOut?: (tags: readonly string[]) => boolean) =>
    readVitestResult({ code: 0, output: '' }, report, isLeftOut).skipped

  expect(skippedOf((tags) => tags.includes('nightly'))).toBe(1)
  expect(skippedOf((tags) => !tags.includes('nightly'))).toBe(1)
  expect(skippedOf()).toBe(2)
})

test.each([
  ['a test failed', 1, vitestReport(2), 2],
  ['a file is broken but no test failed', 1, vitestReport(0), 1],
  ['the report is cut', 1, '{"numPassed', 1],
])('counts failures when %s', (_, code, report, failed) => {
  expect(readVitestResult({ code, output: '' }, writeReport(report)).failed).toBe(failed)
})

test('counts a run without a report as one failure, even when it claims success', () => {
  const result = readVitestResult({ code: 0, output: 'crashed' }, '/nowhere/report.json')

  expect(result).toMatchObject({ passed: 0, failed: 1, output: 'crashed' })
})

test('counts a flaky browser test as failed', () => {
  const report = writeReport(
    JSON.stringify({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 3 } }),
  )

  const result = readPlaywrightResult({ code: 1, output: '' }, report)

  expect(result).toMatchObject({ passed: 7, failed: 2, skipped: 3 })
})

test('reads how long each test took', () => {
  const [file, other] = [join(REPOSITORY_ROOT, 'a.test.ts'), join(REPOSITORY_ROOT, 'b.test.ts')]
  const unit = {
    ...(JSON.parse(vitestReport(0)) as object),
    testResults: [
      { name: file, assertionResults: [{ fullName: 'one', duration: 5 }] },
      {
        name: other,
        assertionResults: [{ fullName: 'two', duration: 7_200 }, { fullName: 'skipped' }],
      },
    ],
  }
  const browser = {
    stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 0 },
    suites: [
      {
        specs: [{ title: 'three', file: 'c.spec.ts', tests: [{ results: [{ duration: 1_000 }] }] }],
        suites: [{ specs: [{ title: 'four', file: 'c.spec.ts', tests: [{ results: [] }] }] }],
      },
    ],
  }
  const reports = [
    readVitestResult({ code: 0, output: '' }, writeReport(JSON.stringify(unit))),
    readPlaywrightResult({ code: 0, output: '' }, writeReport(JSON.stringify(browser))),
  ]

  expect(listSlowest(reports, 2)).toEqual([
    '   7.2 s  b.test.ts: two',
    '   1.0 s  e2e/c.spec.ts: three',
  ])
  expect(listSlowest(reports, 9)).toHaveLength(5)
})

test('keeps the settings of the person at the keyboard out of the tests', () => {
  const env = { PATH: '/bin', PORT: '1', ALCOVE_MODEL: 'x', DATABASE_URL: 'x', OPENAI_API_KEY: 'x' }

  const own = { PATH: '/bin', NODE_COMPILE_CACHE: join('/root', 'node_modules/.cache/node') }
  expect(createTestEnvironment(env, { root: '/root', isLong: false })).toEqual(own)
  expect(createTestEnvironment(env, { root: '/root', isLong: true })).toEqual({
    ...own,
    ALCOVE_TEST_LONG: '1',
  })
})

test('the long run reaches every test that has a full count', () => {
  const files = globSync('{e2e,loader,scripts,server,shared,widget}/**/*.{test,spec}.{ts,tsx}')
  const counting = files.filter((file) =>
    /ALCOVE_TEST_LONG'\]|\bIS_LONG\b/.test(readFileSync(file, 'utf8')),
  )
  const isReached = (file: string): boolean =>
    file.includes('.long.') || readFileSync(file, 'utf8').includes('@long')

  expect(counting.length).toBeGreaterThan(10)
  expect(counting.filter((file) => !isReached(file))).toEqual([])
})
