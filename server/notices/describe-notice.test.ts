import { expect, test } from 'vitest'
import { describeNotice, NOTICE_MAX_BYTES, NOTICE_TEXT_MAX_CHARACTERS } from './describe-notice.ts'

const notice = {
  id: 'notice_1',
  event: 'settings.published',
  threadId: null,
  data: {},
  words: null,
  createdAt: '2027-01-15T08:00:00.000Z',
}
const describe = (rest: Partial<typeof notice> | { words: string }, report?: object) =>
  describeNotice({ projectId: 'shop', notice: { ...notice, ...rest } }, () => undefined, report)

test('a text has its maximum of characters, and not one more', () => {
  const read = (why: string) =>
    (JSON.parse(describe({ data: { why } })) as { data: { why: string } }).data.why
  const most = 'é'.repeat(NOTICE_TEXT_MAX_CHARACTERS)
  expect(read(most)).toBe(most)
  expect(read(`${most}é`)).toBe(`${most} […]`)
})

test('a body has its maximum of bytes, and not one more', () => {
  const rest = NOTICE_MAX_BYTES - Buffer.byteLength(describe({}, { note: '' }))
  expect(Buffer.byteLength(describe({}, { note: 'x'.repeat(rest) }))).toBe(NOTICE_MAX_BYTES)
  expect(() => describe({}, { note: 'x'.repeat(rest + 1) })).toThrow('larger than')
})
