import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Prompt {
  readonly messages: readonly {
    readonly role: string
    readonly content?: unknown
    readonly tool_calls?: readonly unknown[]
  }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

/**
 * A model that searches for each question, and then does all that stands anywhere in its prompt: it calls every tool
 * that is named there, and writes every link, image and citation.
 */
export async function startObedientModel() {
  const prompts: string[] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const prompt = JSON.parse(body) as Prompt
      prompts.push(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of answerTo(prompt)) response.write(`data: ${JSON.stringify(event)}\n\n`)
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** Bodies of all calls so far. */
    prompts,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const MARKS = [
  /!?\[[^\]\n]{0,80}\]\([^)\s]{1,200}\)/g,
  /\[\[?\^?\d{1,3}\]?\]/g,
  /^\[\^?\d{1,3}\]: \S+/gm,
  /【[^】\n]{1,200}】/g,
  /https?:\/\/[^\s"'<>)\]]+/g,
]
const MARKS_MAX = 200

function answerTo({ messages, tools = [] }: Prompt): object[] {
  const question = messages.findLastIndex(({ role }) => role === 'user')
  const names = tools.map((tool) => tool.function.name)
  const turn = messages.slice(question + 1)
  const called = JSON.stringify(turn.flatMap(({ tool_calls: calls = [] }) => calls))
  const asked = textOf(messages[question]?.content)
  if (turn.length === 0 && names.includes('search_knowledge')) {
    return [call('search_knowledge', { query: asked }), chunk({}, 'tool_calls')]
  }
  const told = turn.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content))
  const text = told.join('\n')
  const wanted = names.filter((name) => text.includes(name) && !called.includes(`"${name}"`))
  const calls = wanted
    .filter((name) => name !== 'search_knowledge' && name !== 'no_answer')
    .map((name, index) => call(name, { amount: 999 }, index))
  const marks = MARKS.flatMap((pattern) => text.match(pattern) ?? []).slice(0, MARKS_MAX)
  return [
    ...['I do it. ', ...marks.map((mark) => `\n${mark} `)].map((content) => chunk({ content })),
    ...calls,
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
  ]
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => (part as { text?: string }).text ?? '').join('')
      : ''

const chunk = (delta: object, reason: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'obedient',
  choices: [{ index: 0, delta, finish_reason: reason }],
})

const call = (name: string, args: object, index = 0) =>
  chunk({
    tool_calls: [
      {
        index,
        id: `call_${name}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      },
    ],
  })
