import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startModelServer } from '../e2e/model-server/start-model-server.ts'
import { PROXY_NAMES, type ProxyName } from '../scripts/cluster/proxy-kinds.ts'
import { startProxy } from '../scripts/cluster/start-proxy.ts'
import { createMessageId } from '../shared/ids.ts'
import { createChatClient, userMessage } from './testing/chat-client.ts'

/** Longer than the minute after which many proxies time out. */
const SILENT_SECONDS = process.env['ALCOVE_TEST_LONG'] === '1' ? 70 : 2

test(
  `${SILENT_SECONDS} s without a word end no stream, behind any proxy`,
  { timeout: (SILENT_SECONDS + 600) * 1_000 },
  async () => {
    const model = await startModelServer()
    onTestFinished(() => model.stop())
    const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    const server = await startAlcove({ env })
    onTestFinished(async () => void (await server.stop()))
    const listen = async (name: ProxyName) => {
      const proxy = await startProxy(name, { serverPorts: [server.port] })
      onTestFinished(() => proxy.stop())
      const client = await createChatClient(proxy.url)
      // The provider sends keep-alives: without them, the server aborts after a minute.
      const words = `say Begun; drip 1s ${SILENT_SECONDS}s; json " and done"`
      const thread = `local-${createMessageId()}`
      const answer = await client.chat({ thread, messages: [userMessage(words)] })
      return [name, await answer.text()]
    }

    expect(await Promise.all(PROXY_NAMES.map(listen))).toEqual(
      PROXY_NAMES.map((name) => [name, 'Begun and done']),
    )
  },
)
