import type { CaseAttempt } from '../../shared/desk/case-runs.ts'

/** Attempts of one case on one side. */
export interface JunitCase {
  readonly name: string
  readonly side: string
  readonly attempts: readonly CaseAttempt[]
}

const MS_PER_SECOND = 1_000

/** Results as JUnit XML, which pipelines read: a suite for each side, a test for each case. */
export function writeJunit(cases: readonly JunitCase[]): string {
  const suites = [...Map.groupBy(cases, ({ side }) => side)].map(([side, own]) => {
    const failures = own.filter((each) => !hasPassed(each)).length
    const tests = own.map(testText).join('')
    return `  <testsuite name="${escape(side)}" tests="${own.length}" failures="${failures}">\n${tests}  </testsuite>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="alcove cases">\n${suites.join('')}</testsuites>\n`
}

const hasPassed = ({ attempts }: JunitCase): boolean =>
  attempts.length > 0 && attempts.every((each) => each.hasPassed)

function testText(test: JunitCase): string {
  const ms = test.attempts.reduce((sum, { wholeMs }) => sum + (wholeMs ?? 0), 0)
  const time = (ms / MS_PER_SECOND).toFixed(3)
  const head = `    <testcase name="${escape(test.name)}" classname="${escape(test.side)}" time="${time}"`
  if (hasPassed(test)) return `${head}/>\n`
  const failed = test.attempts.find((each) => !each.hasPassed)
  const unmet = failed?.checks.filter(({ isMet }) => !isMet) ?? []
  const lines = unmet.map(
    ({ kind, expected, note }) => `${kind}: ${expected}${note === null ? '' : ` (${note})`}`,
  )
  const message = lines[0] ?? 'It was not asked.'
  const body = [...lines, '', failed?.answer ?? ''].join('\n')
  return `${head}>\n      <failure message="${escape(message)}">${escape(body)}</failure>\n    </testcase>\n`
}

/** Characters that XML 1.0 cannot hold, and other control characters, are left out. */
const escape = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
