// @vitest-environment node
import { expect, test } from 'vitest'
import { FINISH, words } from '../fake-cloud.test-support.ts'
import { createSiteWorld, finish, streamOf } from '../site-world.test-support.ts'

test.each([
  [true, { parameters: {}, scope: 'read' }],
  [undefined, { parameters: {} }],
])('our own server hears the scopes of tools, and no other does: %s', async (isOurs, look) => {
  const { world, sent } = createSiteWorld(
    () => streamOf(...words('Hi'), FINISH),
    { readContext: () => ({ tools: { look: { parameters: {}, scope: 'read' } } }) },
    isOurs,
  )
  world.session.send({ text: 'Hello' })
  await finish(world)
  expect(sent[0]?.body['tools']).toEqual({ look })
})
