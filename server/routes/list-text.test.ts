import { expect, onTestFinished, test, vi } from 'vitest'
import { LOOP_SHARE_MS } from '../steps/in-turns.ts'
import { listText } from './list-text.ts'

test('rows are written with commas between them', async () => {
  expect(await listText([])).toBe('')
  expect(await listText([{ a: 1 }])).toBe('{"a":1}')
  expect(await listText([{ a: 1 }, [2], { b: 'é' }])).toBe('{"a":1},[2],{"b":"é"}')
})

test('others have their turns between two rows that take long', async () => {
  const order: string[] = []
  const slow = (name: string) => ({
    toJSON() {
      const end = performance.now() + 2 * LOOP_SHARE_MS
      while (performance.now() < end);
      order.push(name)
      return name
    },
  })
  setImmediate(() => order.push('another call'))
  const written = listText([slow('first'), slow('second')])

  expect(await written).toBe('"first","second"')
  expect(order).toEqual(['first', 'another call', 'second'])
})

test('one row of many values is written in many pieces', async () => {
  const row = { content: Array.from({ length: 100_000 }, () => []) }
  const text = JSON.stringify(row)
  const write = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => write.mockRestore())

  expect(await listText([row])).toBe(text)

  expect(write.mock.calls).not.toContainEqual([row])
  expect(write.mock.calls.length).toBeGreaterThan(50)
})
