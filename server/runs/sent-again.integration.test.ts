import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { sayText } from '../models/testing/scripted-model.ts'
import { chatBody, createRunsWorld, readAll } from '../testing/create-runs-world.ts'

/** More than two, so that several calls that waited for the first one meet. */
const SENDS = 5

describe.each(ENGINES)('on %s', (engine) => {
  async function createWorld() {
    const world = await createRunsWorld({
      engine,
      postgresUrl: inject('postgresUrl'),
      answer: () => sayText('Hello.'),
    })
    onTestFinished(() => world.close())
    return world
  }
  const body = chatBody('t', 'm', [{ type: 'text', text: 'Hi' }])

  test('a message that is sent many times at once is one message with one answer', async () => {
    const { submit, model, rows } = await createWorld()

    const readers = await Promise.all(Array.from({ length: SENDS }, () => submit(body)))
    const answers = await Promise.all(readers.map((reader) => readAll(reader)))

    expect(model.requests).toHaveLength(1)
    expect(await rows('t')).toHaveLength(2)
    for (const chunks of answers) expect(chunks.at(-1)?.type).toBe('finish')
  })

  test('an answer that is there is given to all who send again at once', async () => {
    const { submit, model, rows, store } = await createWorld()
    await readAll(await submit(body))
    const start = vi.spyOn(store.runs, 'start')

    const readers = await Promise.all(Array.from({ length: SENDS }, () => submit(body)))
    const answers = await Promise.all(readers.map((reader) => readAll(reader)))

    expect(model.requests).toHaveLength(1)
    expect(await rows('t')).toHaveLength(2)
    for (const chunks of answers) expect(chunks.at(-1)?.type).toBe('finish')
    // The thread does not appear busy meanwhile.
    expect(start).not.toHaveBeenCalled()
  })
})
