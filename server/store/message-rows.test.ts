import { expect, onTestFinished, test, vi } from 'vitest'
import { toMessageRows } from './message-rows.ts'
import { JSON_STEP } from '../steps/parse-text.ts'

const rowOf = (content: object) => ({
  id: 'msg_1',
  project_id: 'p',
  workspace_id: 'w',
  thread_id: 't',
  parent_id: null,
  external_id: null,
  format: 'aui/v0',
  content: JSON.stringify(content),
  height: 0,
  origin: 'client' as const,
  created_at: '2027-01-15T08:00:00.000Z',
  updated_at: '2027-01-15T08:00:00.000Z',
})

test('a large row is read in pieces, and says what it says as a whole', async () => {
  const named = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 0]))
  const contents = [
    { role: 'user', a: named, list: [[], [named]] },
    { role: 'user', text: 'é' },
  ]
  const rows = contents.map(rowOf)
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())

  const read = await toMessageRows(rows)

  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length))
  expect(longest).toBeLessThan(2 * JSON_STEP)
  expect(read.map(({ content }) => content)).toEqual(contents)
})
