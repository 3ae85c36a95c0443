// @vitest-environment node
import { expect, test } from 'vitest'
import { FINISH, words } from '../fake-cloud.test-support.ts'
import { createSiteWorld, finish, streamOf } from '../site-world.test-support.ts'

test('sends what the page shares with a message, also when its answer is made again', async () => {
  const { world, sent } = createSiteWorld(() => streamOf(...words('Hi'), FINISH))
  const context = { 'Open order': 'A-1042' }
  world.session.send({ text: 'Hello', marks: { context } })
  await finish(world)
  world.session.reload(world.path[1]?.id ?? '')
  await finish(world)
  world.session.send({ text: 'More' })
  await finish(world)

  expect(sent.map(({ body }) => body['context'])).toEqual([context, context, undefined])
})
