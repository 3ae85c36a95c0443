import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startModelServer, type ModelServer } from '../e2e/model-server/start-model-server.ts'
import { startCluster, type Cluster } from '../scripts/cluster/start-cluster.ts'
import { createMessageId } from '../shared/ids.ts'
import { createChatClient, rowText, userMessage } from './testing/chat-client.ts'
import { answerRow, followAnswer } from './testing/follow-answer.ts'

// The topology of docs/compose.yaml, with its balancer's configuration, as processes of this machine.

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
/** Number of deployments of all servers, one server after the other. */
const DEPLOYMENTS = IS_LONG ? 5 : 1
const SENDERS = 4
/** Longer than the balancer's limit of 75 s of silence. */
const SILENT_SECONDS = IS_LONG ? 90 : 5
const WORDS = 300
const text = Array.from({ length: WORDS }, (_, index) => `word${index + 1} `).join('')

let model: ModelServer
let cluster: Cluster
let stop = () => Promise.resolve()
beforeAll(async () => {
  model = await startModelServer()
  const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
  cluster = await startCluster({ env, postgresUrl: inject('postgresUrl') })
  stop = cluster.stop
}, 600_000)
afterAll(async () => {
  await stop()
  await model.stop()
}, 600_000)

const newThread = () => `local-${createMessageId()}`
const countOf = (index: number, what: string) =>
  cluster.servers[index]!.output().split(what).length - 1
const createClient = () => createChatClient(cluster.url)

test('the balancer gives calls of one visitor to every server, and all know the visitor', async () => {
  const client = await createClient()
  const before = cluster.servers.map((_, index) => countOf(index, '/v1/threads'))

  for (let call = 0; call < 9; call += 1) await client.threads()

  const calls = () =>
    cluster.servers.map((_, index) => countOf(index, '/v1/threads') - before[index]!)
  await expect.poll(() => calls().reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(9)
  for (const count of calls()) expect(count).toBeGreaterThanOrEqual(2)
})

test('words come through the balancer as they are said (R20)', async () => {
  const client = await createClient()
  const [thread, key] = [newThread(), newThread()]
  const words = `say Begun; hold ${key}; json " and done"`
  const answer = await client.chat({ thread, messages: [userMessage(words)] })

  // If any proxy held bytes back, this would wait for ever.
  await answer.until('Begun')
  model.release(key)

  expect(await answer.text()).toBe('Begun and done')
})

test('a file goes up once and is read at every server', async () => {
  const client = await createClient()
  const response = await client.call('/files/attachments/generate-presigned-upload-url', {
    method: 'POST',
    body: JSON.stringify({ filename: 'note.txt' }),
  })
  const slot = (await response.json()) as { signedUrl: string; publicUrl: string }
  const put = await fetch(slot.signedUrl, {
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: 'A note for everybody.',
  })
  expect(put.status).toBe(200)
  const parts = [
    { type: 'text', text: 'echo' },
    { type: 'file', url: slot.publicUrl, mediaType: 'text/plain', filename: 'note.txt' },
  ]
  const message = { ...userMessage('echo'), parts }
  await (await client.chat({ thread: newThread(), messages: [message] })).text()

  for (const { port } of cluster.servers) {
    // With the visitor's token; it redirects to an address of the store.
    const path = new URL(slot.publicUrl).pathname.replace('/v1', '')
    const read = await client.at(`http://127.0.0.1:${port}`).call(path)
    expect(await read.text()).toBe('A note for everybody.')
  }
})

test(
  'a stream survives the balancer’s limit of silence, for the server says something meanwhile (R20)',
  { timeout: (SILENT_SECONDS + 30) * 1_000 },
  async () => {
    const client = await createClient()
    // The provider sends keep-alives while it thinks: without them, the server aborts after a minute.
    const words = `say Begun; drip 1s ${SILENT_SECONDS}s; json " and done"`
    const answer = await client.chat({ thread: newThread(), messages: [userMessage(words)] })

    expect(await answer.text()).toBe('Begun and done')
    console.log(`figure: ${SILENT_SECONDS} s of silence through the balancer: the stream went on`)
  },
)

test('a server is killed mid-answer: the reader learns it through the balancer, and retries', async () => {
  const client = await createClient()
  const thread = newThread()
  const victim = cluster.servers[0]!
  const message = userMessage(`tokens ${WORDS} 100`)
  const direct = client.at(`http://127.0.0.1:${victim.port}`)
  const begun = await direct.chat({ thread, messages: [message] })
  await begun.until('word30 ')
  void begun.text().catch(() => {})
  const followed = followAnswer({ client, thread })

  await victim.kill()

  const read = await followed
  expect(['error', 'gone']).toContain(read.end)
  const row = (await answerRow(client, thread, read))!
  expect(row.content.status).toMatchObject({ type: 'incomplete', reason: 'error' })
  const again = await client.chat({ thread, messages: [message], regenerates: row.id })
  expect(await again.text()).toBe(text)
  await victim.start()
})

test(
  `${DEPLOYMENTS} deployments, server after server, fail no call and cut no answer (R06)`,
  { timeout: DEPLOYMENTS * 120_000 },
  async () => {
    const over = new AbortController()
    let sent = 0
    const sendUntilOver = async () => {
      while (!over.signal.aborted) {
        const client = await createClient()
        const thread = newThread()
        const message = userMessage('tokens 60 100')
        // A single attempt: a retry would mean a failed call.
        const answer = await client.chat({ thread, messages: [message] })
        expect(answer.status).toBe(200)
        const said = await answer.text()
        expect(rowText((await client.messages(thread)).at(-1))).toBe(said)
        expect(said.trim().split(' ')).toHaveLength(60)
        expect((await client.call('/threads')).status).toBe(200)
        sent += 1
      }
    }
    const load = Promise.all(Array.from({ length: SENDERS }, sendUntilOver))
    // Reported at once, not only when the deployments are over.
    const failed = load.then(() => undefined)

    for (let deployment = 0; deployment < DEPLOYMENTS; deployment += 1) {
      for (const server of cluster.servers) {
        const done = (async () => {
          expect(await server.stop()).toBe(0)
          await server.start()
          // The next one stops when the balancer uses this one again.
          await expect.poll(() => server.output()).toContain('/v1/threads')
        })()
        await Promise.race([done, failed])
        await done
      }
    }
    over.abort()
    await load

    expect(sent).toBeGreaterThan(DEPLOYMENTS * 3)
    console.log(
      `figure: ${DEPLOYMENTS} rolling deployments of ${cluster.servers.length} servers under ${sent} answers: ` +
        `0 calls failed, 0 answers cut`,
    )
  },
)
