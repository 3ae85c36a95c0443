import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import type { JsonObject } from '../shared/json.ts'
import { MEMORY_BEGINS, type Chunk } from '../shared/wire/chunk.ts'
import {
  createChatClient,
  userMessage,
  type SavedRow,
  type SentMessage,
} from './testing/chat-client.ts'
import { promptParts, type CallBody } from '../e2e/model-server/prompt-cache.ts'
import { startCachingModel } from '../e2e/model-server/start-caching-model.ts'

const THREAD = 't'
const TURNS = 60
/** A turn takes about 150 of them. */
const WINDOW_TOKENS = 6_000
const ABOUT = 'Please explain this to me in a few words. '.repeat(10)
const ANSWER = 'This is explained in a few words. '.repeat(5)

async function start(contextTokens?: number) {
  const model = await startCachingModel({ windowTokens: WINDOW_TOKENS, answer: ANSWER })
  onTestFinished(() => model.stop())
  const config = `export default {
  projects: { default: { assistants: { default: { ${
    contextTokens === undefined ? '' : `contextTokens: ${contextTokens}`
  } } } } },
}`
  const alcove = await startAlcove({
    config,
    env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
  })
  onTestFinished(() => void alcove.stop())
  return { model, client: await createChatClient(`http://127.0.0.1:${alcove.port}`) }
}

type World = Awaited<ReturnType<typeof start>>

async function play({ client }: World): Promise<readonly Chunk[][]> {
  const answers: Chunk[][] = []
  let parent: SentMessage[] = []
  for (let turn = 1; turn <= TURNS; turn += 1) {
    const question = userMessage(`Question ${turn}. ${ABOUT}`)
    const answer = await client.chat({ thread: THREAD, messages: [...parent, question] })
    const chunks = await Array.fromAsync(answer.chunks())
    answers.push(chunks)
    parent = chunks.flatMap((chunk) =>
      chunk.type === 'start' ? { id: chunk.messageId ?? '', role: 'assistant', text: '' } : [],
    )
  }
  return answers
}

const questionsOf = (body: CallBody) =>
  promptParts(body).flatMap((part) => /Question (\d+)\./.exec(JSON.stringify(part))?.[1] ?? [])

const beginsOf = ({ content }: SavedRow) =>
  (content as { metadata?: { custom?: JsonObject } }).metadata?.custom?.[MEMORY_BEGINS]

test('a conversation of sixty turns is answered by a model whose window nobody stated', async () => {
  const world = await start()
  const answers = await play(world)
  const rows = await world.client.messages(THREAD)

  expect(
    rows.map(({ content }) => content.status?.type).filter((type) => type !== undefined),
  ).toEqual(Array(TURNS).fill('complete'))
  expect(world.model.refused()).toBeGreaterThan(0)
  const told = world.model.calls.map(({ body }) => questionsOf(body))
  const newest = new Set(told.map((questions) => Number(questions.at(-1))))
  expect([...newest]).toEqual(Array.from({ length: TURNS }, (_, index) => index + 1))
  // The mark names the first message that the model was told.
  const begins = beginsOf(rows.at(-1)!)
  const first = rows.find(({ id }) => id === begins)
  expect(first?.content.content[0]?.text).toContain(`Question ${told.at(-1)![0]}.`)
  expect(answers.at(-1)!.filter(isMemory)).toHaveLength(1)
  expect(answers[0]!.filter(isMemory)).toEqual([])
})

test('with the window as a setting no call is refused', async () => {
  const world = await start(WINDOW_TOKENS)
  const answers = await play(world)

  expect(world.model.refused()).toBe(0)
  expect(answers.map((chunks) => chunks.at(-1)?.type)).toEqual(Array(TURNS).fill('finish'))
  const beginnings = new Set(world.model.calls.map(({ body }) => questionsOf(body)[0]))
  // The beginning of a prompt stays for several turns.
  expect(beginnings.size).toBeLessThan(TURNS / 2)
})

const isMemory = (chunk: Chunk) =>
  chunk.type === 'message-metadata' && MEMORY_BEGINS in (chunk.messageMetadata ?? {})
