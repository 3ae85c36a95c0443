import { expect, test } from 'vitest'
import { createRandom } from '../testing/create-random.ts'
import { packLines, unpackLines } from './run-chunks.ts'

const word = (delta: string, id = 'text-1', type = 'text-delta') =>
  JSON.stringify({ type, id, delta })

test('words of one text are one line, with the length that each had', () => {
  const lines = [word('Hello'), word(' world'), word(' "!"')].join('\n')

  const packed = packLines(lines)

  expect(packed).toBe('5,6,6{"type":"text-delta","id":"text-1","delta":"Hello world \\"!\\""}')
  expect(unpackLines(packed)).toBe(lines)
})

test('a single word, and every line without words, is stored unchanged', () => {
  const others = [
    '{"type":"text-start","id":"text-1"}',
    word('alone'),
    '{"type":"tool-input-delta","toolCallId":"a","inputTextDelta":"{"}',
    '{"type":"text-delta","id":"t\\"","delta":"a"}',
    '{"type":"text-delta","id":"t\\"","delta":"b"}',
    'a',
    '5{"type":"odd"}',
  ].join('\n')

  expect(packLines(others)).toBe(others)
  expect(unpackLines(others)).toBe(others)
})

test('any lines come back as they were', () => {
  const texts = ['a', '"', '\\', '\n', '\u2028', '👋🏽', '', '"}', '5,6{', 'x'.repeat(50)]
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = createRandom(seed)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
    const lines = Array.from({ length: Math.floor(random() * 30) }, () =>
      random() < 0.2
        ? JSON.stringify({ type: pick(['text-end', 'finish-step']), id: pick(texts) })
        : word(pick(texts) ?? '', pick(['t1', 't2']), pick(['text-delta', 'reasoning-delta'])),
    ).join('\n')

    expect(unpackLines(packLines(lines)), `seed ${seed}`).toBe(lines)
  }
})
