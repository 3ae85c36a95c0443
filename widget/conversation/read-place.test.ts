// @vitest-environment node
import { expect, test } from 'vitest'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { createReadPlace } from './read-place.ts'

const [textStart, textDelta] = words('x') as [
  ReturnType<typeof words>[number],
  ReturnType<typeof words>[number],
]

test('knows the answer and the last chunk, over several streams', () => {
  const place = createReadPlace()
  expect(place).toMatchObject({ answerId: null, position: 0, isStarted: false, isKnown: true })

  for (const [chunk, position] of [
    [start('msg_2', 'msg_1'), undefined],
    [textStart, '1'],
    [textDelta, '2'],
    [start('msg_2', 'msg_1'), undefined],
  ] as const) {
    expect(place.take(chunk, position)).toBe('new')
  }

  expect(place).toMatchObject({ answerId: 'msg_2', position: 2, isStarted: true, isKnown: true })
})

test('takes no chunk twice, and none for granted that is left out', () => {
  const place = createReadPlace()

  const taken = ['1', '2', '2', '1', '4'].map((position) => place.take(textDelta, position))

  expect(taken).toEqual(['new', 'new', 'old', 'old', 'new'])
  expect(place.position).toBe(4)
})

test('sees where another answer begins', () => {
  const place = createReadPlace()
  place.take(start('msg_2', 'msg_1'), undefined)

  expect(place.take(start('msg_4', 'msg_3'), undefined)).toBe('other')
  expect(place.answerId).toBe('msg_2')
})

test.each([undefined, '', '0', '-1', '1.5', 'x'])(
  'does not know its place after a chunk with the position %j',
  (position) => {
    const place = createReadPlace()
    place.take(textStart, '1')
    expect(place.take(FINISH, undefined)).toBe('new')
    expect(place.isKnown).toBe(true)

    expect(place.take(textDelta, position)).toBe('new')

    expect(place.isKnown).toBe(false)
  },
)
