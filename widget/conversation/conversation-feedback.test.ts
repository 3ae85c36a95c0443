// @vitest-environment node
import { expect, test } from 'vitest'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import type { ConversationSettings } from './conversation.ts'
import { FINISH, start, words } from './fake-cloud.test-support.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'

async function createTalk(settings: Partial<ConversationSettings> = {}) {
  const world = createSessionWorld(settings)
  world.session.send({ text: 'One' })
  await world.cloud.chats[0]?.send(start('msg_a', 'msg_u'), ...words('1'), FINISH)
  await world.settle()
  return world
}
const idOf = (world: SessionWorld) => world.path[1]?.id ?? ''
const shownOf = (world: SessionWorld) => world.path[1]?.metadata.submittedFeedback ?? null
const sentTypes = (world: SessionWorld) => world.cloud.to('sendFeedback').map(({ args }) => args[2])

test('remembers at once what a person thinks, and tells the server the row (3.53)', async () => {
  const world = await createTalk()

  world.session.giveFeedback(idOf(world), { type: 'negative', comment: 'Too short.' })
  await settle()
  expect(shownOf(world)).toEqual({ type: 'negative', comment: 'Too short.' })
  await world.settle()

  const [call] = world.cloud.to('sendFeedback')
  expect(call?.args).toEqual(['thread_1', 'msg_a', { type: 'negative', comment: 'Too short.' }])
  await call?.answer()
  expect(shownOf(world)?.type).toBe('negative')
  expect(world.failures).toEqual([])
})

test('gives back what could not be saved', async () => {
  const world = await createTalk()
  world.session.giveFeedback(idOf(world), { type: 'positive' })
  await world.settle()
  await world.cloud.to('sendFeedback')[0]?.answer()

  world.session.giveFeedback(idOf(world), { type: 'negative' })
  await world.settle()
  await world.cloud.to('sendFeedback')[1]?.refuse(new AlcoveError('offline', 'No.'))

  expect(shownOf(world)).toEqual({ type: 'positive' })
  expect(world.failures).toMatchObject([{ during: 'feedback', error: { code: 'offline' } }])
})

test('takes it back with null', async () => {
  const world = await createTalk()
  world.session.giveFeedback(idOf(world), { type: 'positive' })
  await world.settle()
  await world.cloud.to('sendFeedback')[0]?.answer()

  world.session.giveFeedback(idOf(world), null)
  await world.settle()

  expect(shownOf(world)).toBeNull()
  expect(sentTypes(world)).toEqual([{ type: 'positive' }, null])
})

test('sends one word after the other, and the last one stays', async () => {
  const world = await createTalk()
  world.session.giveFeedback(idOf(world), { type: 'positive' })
  world.session.giveFeedback(idOf(world), { type: 'negative' })
  await world.settle()
  expect(sentTypes(world)).toEqual([{ type: 'positive' }])

  await world.cloud.to('sendFeedback')[0]?.refuse(new AlcoveError('offline', 'No.'))
  await world.settle()

  expect(sentTypes(world)).toEqual([{ type: 'positive' }, { type: 'negative' }])
  expect(shownOf(world)).toEqual({ type: 'negative' })
  await world.cloud.to('sendFeedback')[1]?.refuse(new AlcoveError('offline', 'No.'))
  expect(shownOf(world)).toBeNull()
})

test('says so where nothing takes it, and shows nothing (7.49, 8.30)', async () => {
  const world = await createTalk({ feedback: null })

  world.session.giveFeedback(idOf(world), { type: 'positive' })
  await settle()

  expect(world.capabilities.feedback).toBe(false)
  expect(shownOf(world)).toBeNull()
  expect(world.failures).toMatchObject([
    { during: 'feedback', error: { message: THREAD_TEXTS.feedbackNotConfigured } },
  ])
})

test('is only about answers', async () => {
  const world = await createTalk()

  world.session.giveFeedback(world.path[0]?.id ?? '', { type: 'positive' })
  world.session.giveFeedback('nowhere', { type: 'positive' })
  await world.settle()

  expect(world.cloud.to('sendFeedback')).toEqual([])
  expect(world.failures).toEqual([])
})
