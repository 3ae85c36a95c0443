import { expect, test } from 'vitest'
import { failedAttempt } from './attempt-case.ts'
import { writeJunit } from './junit.ts'

const passed = { ...failedAttempt('live', ''), hasPassed: true, checks: [], wholeMs: 1_500 }

test('a suite for each side has its tests, failures and times', () => {
  const failed = failedAttempt('live', 'no <model> & "key"\u0000')
  const xml = writeJunit([
    { name: 'Returns', side: 'live', attempts: [passed] },
    { name: 'Prices', side: 'live', attempts: [passed, failed] },
    { name: 'Never asked', side: 'draft', attempts: [] },
  ])
  expect(xml).toContain('<testsuite name="live" tests="2" failures="1">')
  expect(xml).toContain('<testsuite name="draft" tests="1" failures="1">')
  expect(xml).toContain('<testcase name="Returns" classname="live" time="1.500"/>')
  expect(xml).toContain(
    '<failure message="error: an answer (no &lt;model&gt; &amp; &quot;key&quot;)">',
  )
  expect(xml).not.toContain('\u0000')
})
