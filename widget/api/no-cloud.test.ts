// @vitest-environment node
import { expect, test } from 'vitest'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import { createNoCloud, NO_SERVER_TEXT } from './no-cloud.ts'
import { NO_THREAD_OPERATIONS } from './thread-operations.ts'

const { signal } = new AbortController()

test('has nobody, no threads and no history', async () => {
  const cloud = createNoCloud()

  expect(cloud.hasIdentity()).toBe(false)
  expect(await cloud.lastThread(signal)).toBeNull()
  expect((await cloud.messages('t', null, signal)).rows).toEqual([])
  expect(await cloud.stop('t', 'r', signal)).toEqual([])
})

test('answers whoever writes that there is no server', async () => {
  const body = { id: 't', messages: [], trigger: 'submit-message' as const }
  const stream = await createNoCloud().chat(body, { signal, onDispatch() {} })

  const events = await Array.fromAsync(stream.pipeThrough(createEventDecoder()))

  expect(events).toEqual([
    { type: 'chunk', chunk: { type: 'error', errorText: NO_SERVER_TEXT } },
    { type: 'end' },
  ])
})

test('does nothing to a list that is empty', async () => {
  const none = NO_THREAD_OPERATIONS

  expect(await createNoCloud().threads?.()).toBe(none)
  expect(await none.initialize('__LOCALID_a', signal)).toEqual({
    remoteId: '__LOCALID_a',
    externalId: undefined,
  })
  await none.rename('t', 'T', signal)
  await none.archive('t', signal)
  await none.unarchive('t', signal)
  await none.delete('t', signal)
  await none.switchToThread('t', signal)
  await none.switchToNewThread(signal)
  expect(await Array.fromAsync(await none.generateTitle('t', [], signal))).toEqual([])
})
