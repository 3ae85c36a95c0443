import { expect } from 'vitest'
import type { Parts } from './published-parts.ts'

const ANSWER = { role: 'assistant', content: [{ type: 'text', text: 'On its way.' }] }

/** The first call opens the lease; a reader sees that the message is running, and when it has ended. */
export async function walkLease({ part }: Parts, id: string, parent: string): Promise<void> {
  const [messages, runs] = [part('messages'), part('threadRuns')]
  const body = { parent_id: parent, external_id: 'local-1', format: 'aui/v0', content: ANSWER }
  const { message_id: messageId, run } = await messages['create']!(id, { ...body, open_run: true })
  expect(run).toMatchObject({ lease_id: expect.any(String), heartbeat_interval_ms: 10_000 })
  const lease = run.lease_id as string
  const runOf = async () => (await messages['list']!(id)).messages[0].run
  expect(await runOf()).toMatchObject({ status: 'running' })
  expect(await runs['heartbeat']!(id, lease)).toEqual({ heartbeat_interval_ms: 10_000 })
  await messages['update']!(id, messageId, { content: ANSWER, lease_id: lease })
  await runs['end']!(id, lease, { reason: 'cancelled' })
  await runs['end']!(id, lease)
  expect(await runOf()).toMatchObject({ status: 'ended' })
  const late = messages['update']!(id, messageId, { content: ANSWER, lease_id: lease })
  await expect(late).rejects.toMatchObject({ status: 409, code: 'run_ended' })
  const other = messages['update']!(id, parent, { content: ANSWER, lease_id: lease })
  await expect(other).rejects.toMatchObject({ status: 409, code: 'lease_mismatch' })
  await messages['delete']!(id, [messageId])
}
