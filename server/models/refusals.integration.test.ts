import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createModel } from './create-assistants.ts'
import { FAILURE_TEXTS } from './provider-failure.ts'
import type { ModelLogEntry } from './model-log.ts'
import { createInstantClock, question } from './testing/ask-model.ts'

/** A refusal as real model servers write it; the words are invented. */
interface RefusalCase {
  readonly id: string
  readonly protocol: 'chat' | 'responses' | 'anthropic'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly expected: {
    /** The card's sentence for the operator, on their own machine. Absent: an operator has to correct something. */
    readonly visitor?: string
    readonly visitorPublic: string
    readonly operator: { readonly kind?: string; readonly contains: readonly string[] }
    readonly retries: number
  }
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../e2e/fixtures/refusals.json', import.meta.url), 'utf8'),
) as { cases: readonly RefusalCase[] }

const MODELS = {
  chat: 'openai-compatible/any',
  responses: 'openai/any',
  anthropic: 'anthropic/any',
} as const
const QUESTION = 'What is it?'

async function refuse({ protocol, status, headers, body }: RefusalCase, isPublic: boolean) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const log: ModelLogEntry[] = []
  const model = createModel(
    {
      model: MODELS[protocol],
      providers: {
        OPENAI_BASE_URL: url,
        OPENAI_API_KEY: 'k',
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'k',
      },
    },
    { log: (entry) => log.push(entry), clock: createInstantClock(), limits: {} },
  )
  const asked = { messages: [question(QUESTION)], isPublic }
  const chunks = await Array.fromAsync(model.stream(asked, new AbortController().signal))
  return { chunks, log }
}

test('there are all cases', () => {
  expect(cases).toHaveLength(25)
})

test.each(cases.map((each) => [each.id, each] as const))(
  'a refusal is told to visitors in their words, and to the operator in the provider’s: %s',
  async (_, each) => {
    const { visitor, visitorPublic, operator, retries } = each.expected
    const { chunks, log } = await refuse(each, true)

    const sentence = chunks.findLast(({ type }) => type === 'error')
    expect(sentence).toEqual({ type: 'error', errorText: visitorPublic })
    const last = log.at(-1)!
    expect(last.event).toBe('model_failed')
    expect(last.attempts).toBe(retries + 1)
    expect(operator.kind ?? last.kind).toBe(last.kind)
    for (const words of operator.contains) {
      expect(`${last.detail} ${last.status}`.toLowerCase()).toContain(words.toLowerCase())
    }
    expect(JSON.stringify(log)).not.toContain(QUESTION)

    const own = await refuse(each, false)
    const shown = own.chunks.flatMap((chunk) => (chunk.type === 'error' ? [chunk.errorText] : []))
    // Without a given sentence, an operator has to correct something.
    expect(shown).toEqual([visitor ?? FAILURE_TEXTS.setup])
  },
)
