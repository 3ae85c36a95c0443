import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { ANTHROPIC } from './anthropic-keeper.ts'
import { DEEPSEEK, GEMINI, KIMI, THOUGHTLESS } from './chat-keepers.ts'
import type { AskedModel, Keeper, Step } from './keeper.ts'
import { OPENAI } from './openai-keeper.ts'

/** Every signature has these letters, which no client may ever get. */
export const SIGNATURE_MARKER = 'KEPTSIGNATURE'

/** By the name of the server that each imitates. */
export const KEEPERS = {
  deepseek: DEEPSEEK,
  kimi: KIMI,
  gemini: GEMINI,
  openai: OPENAI,
  anthropic: ANTHROPIC,
} as const satisfies Readonly<Record<string, Keeper>>

export type KeeperName = keyof typeof KEEPERS
export const KEEPER_NAMES = Object.keys(KEEPERS) as readonly KeeperName[]

export type KeepersServer = Awaited<ReturnType<typeof startKeepers>>

/**
 * Starts a server that answers as each of the keepers: to `tool <name> <arguments>` with a call, to other questions
 * and to results with a text. It refuses a conversation without what it said with status 400, as its maker
 * documents. {@link THOUGHTLESS} refuses one with it.
 */
export async function startKeepers() {
  const said: Step[] = []
  const refusals: string[] = []
  const requests: AskedModel[] = []

  function createStep(question: string | undefined): Step {
    const number = said.length + 1
    const thought = `Thought ${number}.`
    const signature = `${SIGNATURE_MARKER}${number}`
    const [, name, args] = /tool (\w+) (\{.*\})/.exec(question ?? '') ?? []
    const step: Step =
      name !== undefined && args !== undefined
        ? { number, thought, signature, call: { name, args } }
        : { number, thought, signature, text: question === undefined ? 'Done.' : 'Hello.' }
    said.push(step)
    return step
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ keeper, asked, refusal }) => {
      if (refusal !== undefined) {
        response.writeHead(400, { 'content-type': 'application/json' })
        const error = { type: 'invalid_request_error', message: refusal }
        response.end(JSON.stringify({ type: 'error', error }))
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      keeper.write(response, createStep(keeper.question(asked)))
    })
  })

  async function answer(request: IncomingMessage) {
    const asked = (await json(request)) as AskedModel
    requests.push(asked)
    const all: readonly Keeper[] = [...Object.values(KEEPERS), THOUGHTLESS]
    const keeper = all.find(({ model }) => model.endsWith(`/${asked.model}`))
    if (!keeper) throw new Error(`no keeper for ${asked.model}`)
    const refusal = keeper.refuse(asked, said)
    if (refusal !== undefined) refusals.push(refusal)
    return { keeper, asked, refusal }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v1`

  return {
    /** Keys and addresses of all providers. */
    providers: {
      OPENAI_BASE_URL: url,
      OPENAI_API_KEY: 'a key',
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'a key',
    },
    requests,
    /** The texts of all refusals. */
    refusals,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
