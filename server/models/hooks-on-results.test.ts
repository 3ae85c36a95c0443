import { expect, test } from 'vitest'
import type { JsonValue } from '../../shared/json.ts'
import { createAssistantMessage, type Message } from '../../shared/thread/message.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import type { AssistantHooks } from './hooks.ts'
import { UNAVAILABLE_TEXT } from './provider-failure.ts'
import { TASKS_AT_ONCE } from './run-at-once.ts'
import { question } from './testing/ask-model.ts'
import { askWithHooks } from './testing/ask-with-hooks.ts'
import { call, finish, say, type ProviderPart } from './testing/connect-mock.ts'
import { createScriptedModel, sayText } from './testing/scripted-model.ts'

const calling = [[...call('stock', '{}'), finish('tool-calls')], say('Three.')]

test('onToolResult changes a result before the model and the person read it', async () => {
  const { message, prompts } = await askWithHooks(
    {
      onToolResult({ toolName, args, result }) {
        expect([toolName, args]).toEqual(['stock', {}])
        return { result: { ...(result as object), card: 'hidden' } }
      },
    },
    calling,
  )

  expect(prompts[1]).toContain('hidden')
  expect(prompts[1]).not.toContain('4111')
  expect(message.content[0]).toMatchObject({ result: { card: 'hidden', left: 3 } })
})

test.each<[AssistantHooks['onToolResult'], string, readonly string[]]>([
  [() => ({ refuse: 'Not today.' }), 'Not today.', []],
  [() => Promise.reject(new RangeError()), UNAVAILABLE_TEXT, ['onToolResult: RangeError']],
  [(() => ({ result: 1n })) as never, UNAVAILABLE_TEXT, ['onToolResult: result is no JSON']],
])('a result that onToolResult withholds ends the answer', async (onToolResult, text, details) => {
  const { chunks, message, prompts, log } = await askWithHooks({ onToolResult }, calling)

  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: text })
  expect(message.content).toMatchObject([
    { toolName: 'stock', state: 'output-error', result: { error: TOOL_TEXTS.withheld } },
  ])
  expect(prompts).toHaveLength(1)
  expect(log.map(({ detail }) => detail)).toEqual(details)
})

test('onToolResult may leave nothing of a result', async () => {
  const { message, prompts } = await askWithHooks(
    { onToolResult: () => ({ result: null }) },
    calling,
  )

  expect(prompts[1]).not.toContain('4111')
  expect(message.content[0]).toMatchObject({ state: 'output-available', result: null })
})

test.each([1_000, 1_001])(
  'a result of onToolResult with %i bytes counts as one of the tool (limit 1,000)',
  async (bytes) => {
    const result = 'x'.repeat(bytes - 2)
    const { message, prompts } = await askWithHooks({ onToolResult: () => ({ result }) }, calling)

    expect(prompts[1]?.includes(result)).toBe(bytes <= 1_000)
    expect(message.content[0]).toMatchObject(
      bytes <= 1_000
        ? { state: 'output-available', result }
        : { state: 'output-error', result: { error: TOOL_TEXTS.large(1_000) } },
    )
  },
)

test('a result of onToolResult has no half of a character (T67)', async () => {
  const onToolResult = () => ({ result: { name: 'a\ud83d', whole: '😀' } })
  const { message } = await askWithHooks({ onToolResult }, calling)

  expect(message.content[0]).toMatchObject({ result: { name: 'a\ufffd', whole: '😀' } })
})

const pageResult = (result: JsonValue, id = 'm'): Message => ({
  ...createAssistantMessage(id, ''),
  content: [
    {
      type: 'tool-call',
      toolCallId: 'p1',
      toolName: 'readCart',
      state: 'output-available',
      args: {},
      argsText: '{}',
      result,
    },
  ],
  status: { type: 'requires-action', reason: 'tool-calls' },
})

test('onToolResult changes the result of a page’s tool for the model alone', async () => {
  const onToolResult: AssistantHooks['onToolResult'] = ({ toolName, result }) => {
    expect([toolName, result]).toEqual(['readCart', 'Ada, 4111 1111'])
    return { result: 'hidden' }
  }
  const { message, prompts } = await askWithHooks({ onToolResult }, [say('Two mugs.')], {
    continued: pageResult('Ada, 4111 1111'),
  })

  expect(prompts[0]).toContain('hidden')
  expect(prompts[0]).not.toContain('4111')
  expect(message.content).toMatchObject([{ result: 'Ada, 4111 1111' }, { text: 'Two mugs.' }])
  // Control: without the hook the model reads the result.
  const bare = await askWithHooks({}, [say('Two mugs.')], {
    continued: pageResult('Ada, 4111 1111'),
  })
  expect(bare.prompts[0]).toContain('4111')
})

test('a page’s result that onToolResult withholds ends its answer, and is withheld later', async () => {
  const onToolResult = () => ({ refuse: 'Not this.' })
  const ended = await askWithHooks({ onToolResult }, [say('Two.')], {
    continued: pageResult('4111'),
  })
  expect(ended.chunks).toEqual([{ type: 'error', errorText: 'Not this.' }])
  expect(ended.prompts).toEqual([])

  const history = [question('Cart?'), pageResult('4111', 'old'), question('And now?')]
  const later = await askWithHooks({ onToolResult }, [say('Hello.')], { messages: history })
  expect(later.prompts[0]).toContain(TOOL_TEXTS.withheld)
  expect(later.prompts[0]).not.toContain('4111')
  expect(later.message.content).toMatchObject([{ text: 'Hello.' }])
})

test.each([TASKS_AT_ONCE, TASKS_AT_ONCE + 1])(
  'of %i results of pages onToolResult judges no more at once than allowed',
  async (count) => {
    const begun: (() => void)[] = []
    const onToolResult = () =>
      new Promise<undefined>((resolve) => begun.push(() => resolve(undefined)))
    const results = Array.from({ length: count }, (_, index) => pageResult(index, `m${index}`))
    const history = [question('Cart?'), ...results, question('And now?')]
    const answered = askWithHooks({ onToolResult }, [say('Hello.')], { messages: history })
    await expect.poll(() => begun.length).toBe(TASKS_AT_ONCE)

    begun[0]!()
    await expect.poll(() => begun.length).toBe(count)
    for (const end of begun) end()

    expect((await answered).message.content).toMatchObject([{ text: 'Hello.' }])
  },
)

test('a fallback judges the results of a page from their own values', async () => {
  const fallback = createScriptedModel(() => sayText('Two.'))
  const onToolResult = () => ({ result: 'hidden' })
  const failing: ProviderPart[] = [{ type: 'error', error: { message: 'out of memory' } }]

  await askWithHooks({ onToolResult }, [failing, failing, failing], {
    continued: pageResult('4111'),
    fallback,
  })

  expect(fallback.requests.map(({ messages }) => messages.at(-1)?.content)).toMatchObject([
    [{ result: '4111' }],
  ])
})
