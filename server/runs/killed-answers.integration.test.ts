import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { createMessageId } from '../../shared/ids.ts'
import { answerMessage, userMessage, type ChatClient } from '../testing/chat-client.ts'
import { startToolsServer, type ToolsServer } from '../testing/start-tools-server.ts'

describe.each(ENGINES)('on %s', (engine) => {
  let server: ToolsServer
  let client: ChatClient
  beforeAll(async () => {
    server = await startToolsServer(engine, inject('postgresUrl'))
    client = await server.createClient()
  })
  afterAll(() => server.stop())

  /** A turn that waits for an approval, and the call that gives it. */
  async function wait(script: string) {
    const thread = `local-${createMessageId()}`
    await (await client.chat({ thread, messages: [userMessage(script)] })).text()
    const row = (await client.messages(thread)).at(-1)!
    const call = row.content.content.find(({ type }) => type === 'tool-call')!
    const part = {
      type: 'tool-refund',
      toolCallId: call.toolCallId,
      state: 'approval-responded',
      approval: { id: call.approval!.id, approved: true },
    }
    const approve = () => client.chat({ thread, messages: [answerMessage(row.id, part)] })
    return { thread, row, callId: call.toolCallId, approve }
  }

  test('an answer that goes on keeps all its parts over kill -9, and runs no tool twice', async () => {
    const script =
      'say Before.; tool refund {"order":"A-1"}; next; say After.; wait 700ms; json " newest"; hold x'
    const told = await wait(script)
    const running = await wait('tool slow_refund {"order":"B-1"}; next; say Never')
    const answer = await told.approve()
    await running.approve()
    // The second text comes long after the first one's checkpoint was due.
    await answer.until('newest')

    await server.killAndStart()

    const last = async (thread: string) => (await client.messages(thread)).at(-1)!
    // On Postgres the dead process still holds its lease, until it expires.
    for (const { thread } of [told, running]) {
      await expect
        .poll(async () => (await last(thread)).content.status?.type, { interval: 500 })
        .toBe('incomplete')
    }
    const saved = await last(told.thread)
    expect(saved).toMatchObject({ id: told.row.id, parent_id: told.row.parent_id })
    expect(saved.content).toMatchObject({
      status: { type: 'incomplete', reason: 'error' },
      content: [
        { type: 'text', text: 'Before.' },
        { type: 'tool-call', toolCallId: told.callId, result: { refunded: 'A-1' } },
        { type: 'text', text: expect.stringMatching(/^After\./) },
      ],
    })
    expect(await client.messages(told.thread)).toHaveLength(2)
    const [call] = (await last(running.thread)).content.content
    expect(call).toMatchObject({ toolCallId: running.callId, approval: { approved: true } })
    expect(call).not.toHaveProperty('result')
    for (const { approve } of [told, running]) expect((await approve()).status).toBe(409)
    expect(await server.done()).toEqual(
      expect.arrayContaining([
        ['refund', { order: 'A-1' }],
        ['slow_refund', { order: 'B-1' }],
      ]),
    )
    expect(await server.done()).toHaveLength(2)
  })

  test('an answer that waits is there after kill -9, and goes on', async () => {
    const { thread, row, callId, approve } = await wait(
      'tool refund {"order":"C-1"}; next; say Done',
    )

    await server.killAndStart()

    expect((await client.messages(thread)).at(-1)).toEqual(row)
    expect(await (await approve()).text()).toBe('Done')
    expect((await client.messages(thread)).at(-1)?.content.content).toMatchObject([
      { toolCallId: callId, result: { refunded: 'C-1' } },
      { text: 'Done' },
    ])
  })
})
