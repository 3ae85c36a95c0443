import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { createHeldAnswer } from '../models/testing/scripted-model.ts'
import { BASE, ownerNamed } from '../testing/create-files-world.ts'
import { chatBody, readAll } from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'
import { INTERRUPTED_TEXT } from './transitions.ts'
import type { RunReader, RunningAnswer } from './runs.ts'

const openWorld = createRunsWorlds()

const hello = [{ type: 'text', text: 'Hello?' }]
const INTERRUPTED = { type: 'error', errorText: INTERRUPTED_TEXT }

/** Reads until the first words have come, so that there is content to save. */
async function readWords(reader: RunReader) {
  const leaving = new AbortController()
  const utf8 = new TextDecoder()
  for await (const bytes of reader.stream(leaving.signal)) {
    if (utf8.decode(bytes).includes('Begun')) return
  }
}

describe.each(ENGINES)('on %s', (engine) => {
  /** Two users with a running answer each. */
  async function openTwo() {
    const { answer } = createHeldAnswer()
    const world = await openWorld({ engine, answer })
    const bob = ownerNamed('bob')
    const adaEnded = Promise.withResolvers<void>()
    const readers = {
      ada: await world.submit(chatBody('t', 'm', hello), {
        hold: () => Promise.resolve(adaEnded.resolve),
      }),
      bob: await world.runs.submit(bob, chatBody('t', 'm', hello), {
        saves: true,
        isOurs: true,
        base: BASE,
      }),
    }
    await Promise.all(Object.values(readers).map(readWords))
    return { ...world, bob, readers, adaEnded: adaEnded.promise }
  }
  const isOf =
    (userId: string) =>
    ({ scope }: RunningAnswer) =>
      scope.userId === userId

  test('answers that match end, and what there is of them is kept', async () => {
    const { runs, readers, rows, store, bob } = await openTwo()

    expect(await runs.endWhere(isOf('ada'), 'kept')).toBe(1)

    expect((await readAll(readers.ada)).at(-1)).toEqual(INTERRUPTED)
    const [, answer] = await rows('t')
    expect(answer?.content).toMatchObject({
      content: [{ type: 'text', text: 'Begun. ' }],
      status: { type: 'incomplete', reason: 'error' },
    })
    const thread = (await store.threads.find(bob, 't'))!
    expect(await store.runs.findActive(bob, thread.id)).toBeDefined()
    expect(await runs.endWhere(isOf('ada'), 'kept')).toBe(0)
    expect(await runs.endWhere(() => Promise.resolve(true), 'kept')).toBe(1)
  })

  test('or nothing more of them is saved', async () => {
    const { runs, readers, rows, store, ada } = await openTwo()
    const { id } = (await store.threads.find(ada, 't'))!
    const run = (await store.runs.findActive(ada, id))!

    expect(await runs.endWhere(isOf('ada'), 'forgotten')).toBe(1)

    expect((await readAll(readers.ada)).at(-1)).toEqual(INTERRUPTED)
    expect(await rows('t')).toHaveLength(1)
    const erased = await store.users.erase('shop', 'ada')
    expect(erased.threads).toBe(1)
    expect(await store.runs.readChunks([run.id])).toEqual([])
  })

  test('an answer that was forgotten before its user was erased is no lost one', async () => {
    const { runs, rows, clock, adaEnded } = await openTwo()
    await runs.endWhere(isOf('ada'), 'forgotten')
    await adaEnded

    clock.ms += 60_000

    // The user could not be erased, so the answer is saved after all.
    expect(await runs.recover()).toBe(1)
    expect(await rows('t')).toHaveLength(2)
  })

  test('an answer that its caller stores ends too', async () => {
    const { runs, ada } = await openTwo()
    const told = { assistant_id: 'default', messages: [{ role: 'user', content: hello }] }
    const reader = await runs.answer(ada, told, { base: BASE })
    const chunks = readAll(reader)

    const isUnsaved = ({ threadId }: RunningAnswer) => threadId === undefined
    expect(await runs.endWhere(isUnsaved, 'forgotten')).toBe(1)

    expect((await chunks).at(-1)).toEqual(INTERRUPTED)
  })
})
