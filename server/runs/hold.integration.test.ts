import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createHeldAnswer } from '../models/testing/scripted-model.ts'
import { BASE } from '../testing/create-files-world.ts'
import { chatBody, readAll, type RunsWorldOptions } from '../testing/create-runs-world.ts'
import { createRunsWorlds } from '../testing/create-runs-worlds.ts'

const openWorld = createRunsWorlds()

const hello = [{ type: 'text', text: 'Hello?' }]

/** Places for concurrent answers, with their holders. */
function createPlaces(max: number) {
  const held: string[] = []
  const log: string[] = []
  const holdAs = (name: string) => async () => {
    await Promise.resolve()
    if (held.length >= max) throw new AlcoveError('rate_limited', 'No place is left.')
    held.push(name)
    log.push(`${name} holds`)
    return () => {
      held.splice(held.indexOf(name), 1)
      log.push(`${name} gives back`)
    }
  }
  return { held, log, holdAs }
}

describe.each(ENGINES)('on %s', (engine) => {
  async function open(max: number, options: RunsWorldOptions = {}) {
    const world = await openWorld({ engine, ...options })
    const places = createPlaces(max)
    return {
      ...world,
      ...places,
      send: (thread: string, id: string, name: string, saves = true) =>
        world.submit(chatBody(thread, id, hello), { hold: places.holdAs(name), saves }),
      answer: (name: string, assistant = 'default', content: unknown = hello) =>
        world.runs.answer(
          world.ada,
          { assistant_id: assistant, messages: [{ role: 'user', content }] },
          { base: BASE, hold: places.holdAs(name) },
        ),
    }
  }

  test('a run holds a place until it has ended; who joins it holds none', async () => {
    const held = createHeldAnswer()
    const { send, log } = await open(1, { answer: held.answer })

    const first = await send('t', 'm', 'first')
    const joined = await send('t', 'm', 'joined')
    await expect(send('u', 'm', 'other')).rejects.toMatchObject({ code: 'rate_limited' })
    expect(log).toEqual(['first holds'])

    held.release()
    const all = await readAll(first)
    expect(await readAll(joined)).toEqual(all)
    expect(log).toEqual(['first holds', 'first gives back'])
  })

  test('the same call sent twice at once holds one place', async () => {
    const held = createHeldAnswer()
    const { send, log, model } = await open(1, { answer: held.answer })

    const readers = await Promise.all([send('t', 'm', 'one'), send('t', 'm', 'two')])

    held.release()
    const [one, two] = await Promise.all(readers.map((reader) => readAll(reader)))
    expect(one).toEqual(two)
    expect(log).toEqual(['one holds', 'one gives back'])
    expect(model.requests).toHaveLength(1)
  })

  test('a stored answer and a call that was stopped hold none', async () => {
    const { send, log, runs, ada, holdAs } = await open(1)
    await readAll(await send('t', 'm', 'first'))
    await holdAs('somebody')()
    log.length = 0

    const stored = await readAll(await send('t', 'm', 'stored'))
    await runs.stop(ada, { thread: 'u' })
    const stopped = await readAll(await send('u', 'm', 'stopped'))

    expect(stored).toContainEqual(expect.objectContaining({ delta: 'Hello.' }))
    expect(stopped.at(-1)).toEqual({ type: 'abort' })
    expect(log).toEqual([])
  })

  test('nothing is saved for a call that gets no place', async () => {
    const { send, answer, store, ada, model } = await open(0)

    await expect(send('t', 'm', 'saved')).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(send('t', 'm', 'own', false)).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(answer('answer')).rejects.toMatchObject({ code: 'rate_limited' })

    expect(await store.threads.list(ada, { limit: 5 })).toEqual([])
    expect(model.requests).toEqual([])
  })

  test('a call that fails gives back what it held, once', async () => {
    const held = createHeldAnswer()
    const { send, submit, holdAs, held: holders, log } = await open(2, { answer: held.answer })
    await send('t', 'm', 'first')

    await expect(send('t', 'other', 'refused')).rejects.toMatchObject({ code: 'run_active' })
    const lost = chatBody('u', 'm', hello, 'none')
    await expect(submit(lost, { hold: holdAs('lost') })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const file = chatBody('u', 'm', [{ type: 'file', url: 'https://a.example/' }])
    await expect(submit(file, { hold: holdAs('file') })).rejects.toMatchObject({
      code: 'invalid_request',
    })

    expect(holders).toEqual(['first'])
    expect(log.slice(1)).toEqual(
      ['refused', 'lost', 'file'].flatMap((name) => [`${name} holds`, `${name} gives back`]),
    )
  })

  test('a call that could not be held asks for nothing', async () => {
    const { answer, log, held } = await open(1)

    await expect(answer('empty', 'default', 7)).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(answer('unknown', 'other')).rejects.toMatchObject({ code: 'not_found' })
    expect(log).toEqual([])

    await readAll(await answer('good'))
    expect(log).toEqual(['good holds', 'good gives back'])
    expect(held).toEqual([])
  })
})
