import { expect, onTestFinished, test } from 'vitest'
import { chatBody, createRunsWorld, readAll } from '../testing/create-runs-world.ts'

const HI = chatBody('t1', 'm1', [{ type: 'text', text: 'hi' }])

test('readers see the end of an answer before its facts are written, and a server’s stop waits for them', async () => {
  const written = Promise.withResolvers<void>()
  const kept: string[] = []
  const world = await createRunsWorld({
    async keepFacts({ assistant }) {
      kept.push(`begun for ${assistant}`)
      await written.promise
      kept.push('written')
    },
  })
  onTestFinished(() => world.close())

  const chunks = await readAll(await world.submit(HI))

  expect(chunks.at(-1)).toMatchObject({ type: 'finish' })
  expect(kept).toEqual(['begun for default'])
  const stopped = world.runs.drain(0).then(() => kept.push('stopped'))
  written.resolve()
  await stopped
  expect(kept).toEqual(['begun for default', 'written', 'stopped'])
})

test('an answer whose facts fail is saved, and the failure is reported', async () => {
  const failure = new Error('no facts')
  const world = await createRunsWorld({ keepFacts: () => Promise.reject(failure) })
  onTestFinished(() => world.close())

  await readAll(await world.submit(HI))
  await world.runs.drain(0)

  expect(await world.rows('t1')).toHaveLength(2)
  expect(world.errors).toEqual([failure])
})
