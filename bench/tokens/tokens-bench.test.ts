import { expect, test } from 'vitest'
import { createDeltaReader } from './open-readers.ts'
import { readAges, TOKEN_CHARACTERS, writeStamp } from './stamp.ts'

test('a token says when it was written, also joined with others', () => {
  const baseMs = performance.timeOrigin + performance.now() - 5_000
  const tokens = Array.from({ length: 3 }, () => writeStamp(baseMs))

  expect(tokens.map(({ length }) => length)).toEqual(Array(3).fill(TOKEN_CHARACTERS))
  const ages = readAges(tokens.join(''), baseMs)
  expect(ages).toHaveLength(3)
  for (const age of ages) expect(age).toBeGreaterThanOrEqual(-0.1)
})

test('words are read wherever the bytes are cut, and nothing else is', () => {
  const text = [
    'id: 1\ndata: {"type":"start"}\n\n',
    'id: 2\ndata: {"type":"text-delta","id":"t","delta":"one "}\n\n: beat\n\n',
    'data: {"type":"text-delta","id":"t","delta":"two "}\n\ndata: [DONE]\n\n',
  ].join('')
  for (const size of [1, 7, text.length]) {
    const deltas: string[] = []
    const take = createDeltaReader((delta) => deltas.push(delta))
    for (let at = 0; at < text.length; at += size) take(text.slice(at, at + size))
    expect(deltas).toEqual(['one ', 'two '])
  }
})
