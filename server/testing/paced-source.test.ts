import { expect, onTestFinished, test } from 'vitest'
import { createPacedSource } from '../../e2e/model-server/paced-source.ts'

test('gives a first piece at once and the others at their pace, until nobody wants more', async () => {
  const source = createPacedSource()
  onTestFinished(() => source.close())
  const stop = new AbortController()
  const start = performance.now()
  const times: number[] = []

  for await (const piece of source.pieces('token ', 50, stop.signal)) {
    expect(piece).toBe('token ')
    times.push(performance.now() - start)
    if (times.length === 6) stop.abort()
  }

  expect(times).toHaveLength(6)
  // 20 ms a piece; the last one is due after 100.
  expect(times[0]).toBeLessThan(20)
  expect(times[5]).toBeGreaterThanOrEqual(99)
})

test('many streams at once each have their own pace', async () => {
  const source = createPacedSource()
  onTestFinished(() => source.close())
  const count = async (perSecond: number) => {
    let pieces = 0
    for await (const _ of source.pieces('x', perSecond, AbortSignal.timeout(300))) pieces += 1
    return pieces
  }

  const [slow, fast] = await Promise.all([count(10), count(100)])

  expect(slow).toBeGreaterThanOrEqual(3)
  expect(fast).toBeGreaterThan(slow * 3)
})
