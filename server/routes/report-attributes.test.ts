import { expect, test } from 'vitest'
import { REPORT_ATTRIBUTES_MAX_BYTES } from '../../shared/wire/runs.ts'
import { reportAttributes } from './report-attributes.ts'

const report = (rest: object) => ({ thread_id: 't', status: 'completed', duration_ms: 1, ...rest })
/** An attribute that makes all of them this long as JSON, `é` counting twice. */
const filling = (name: string, bytes: number) => ({
  [name]: `é${'x'.repeat(bytes - JSON.stringify({ [name]: '' }).length - 2)}`,
})

test('what has a column is not kept twice', () => {
  expect(reportAttributes(report({ total_steps: 2, tags: ['a'], release: undefined }))).toEqual({
    total_steps: 2,
    tags: ['a'],
  })
})

test('16 KiB of unknown fields are kept and one byte more is refused', () => {
  const most = filling('unknown', REPORT_ATTRIBUTES_MAX_BYTES)

  expect(reportAttributes(report(most))).toEqual(most)
  expect(() =>
    reportAttributes(report(filling('unknown', REPORT_ATTRIBUTES_MAX_BYTES + 1))),
  ).toThrow('Expected at most 16384 bytes of JSON besides the known fields.')
})

test('a long answer is left out before anything else, then calls, then steps', () => {
  const long = 'x'.repeat(REPORT_ATTRIBUTES_MAX_BYTES)

  expect(reportAttributes(report({ output_text: long, tool_calls: [1] }))).toEqual({
    tool_calls: [1],
  })
  expect(reportAttributes(report({ output_text: long, tool_calls: [long], steps: [1] }))).toEqual({
    steps: [1],
  })
  expect(reportAttributes(report({ steps: [long], error_code: 'e' }))).toEqual({ error_code: 'e' })
})
