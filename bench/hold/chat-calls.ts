import { json, jsonText, type HostileCall } from './hostile-call.ts'
import type { HoldWorld } from './hold-world.ts'
import { HOSTILE_IMAGES } from './hostile-images.ts'

const BODY_BYTES = 20 * 1_048_576
const INLINE_BYTES = 14 * 1_048_576 - 1_000

const question = (text = 'Hello?') => ({
  id: crypto.randomUUID(),
  role: 'user',
  parts: [{ type: 'text', text }],
})
const list = <Value>(length: number, create: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => create(index))
const named = (count: number): object =>
  Object.fromEntries(list(count, (index) => [`k${index.toString(36)}`, 0]))
const inline = (bytes: Uint8Array, type: string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** Bodies of 20 MiB in both shapes, with different hostile contents. */
function bodies(threadId: string, parentId: string): Readonly<Record<string, () => string>> {
  const chat = (rest: object, messages: readonly object[] = [question()]) =>
    JSON.stringify({ id: threadId, trigger: 'submit-message', messages, ...rest })
  const asked = (part: object) =>
    chat({}, [{ ...question(), parts: [{ type: 'text', text: 'a' }, part] }])
  const file = (url: string) => ({ type: 'file', mediaType: 'image/png', filename: 'a.png', url })
  return {
    'a long text': () => chat({}, [question('a'.repeat(BODY_BYTES - 1_000))]),
    'a text of escapes': () =>
      chat({}, [question('X')]).replace('X', '\\u0061'.repeat((BODY_BYTES - 1_000) / 6)),
    'a text of wide characters': () => chat({}, [question('ｶ'.repeat((BODY_BYTES - 1_000) / 3))]),
    'many lists': () => chat({ a: list(299_000, () => []) }),
    'many objects': () => chat({ a: list(149_000, () => ({ a: 0 })) }),
    'many keys': () => chat({ a: named(299_000) }),
    'many texts': () => chat({ a: list(299_000, (index) => `${index}`.padEnd(60, 'é')) }),
    'many numbers': () => chat({ a: list(299_000, () => 1.234_567_890_123e-300) }),
    'deep lists': () => chat({ a: list(3_000, () => JSON.parse('['.repeat(90) + ']'.repeat(90))) }),
    spaces: () => chat({}) + ' '.repeat(BODY_BYTES - 1_000),
    'opening brackets': () => '['.repeat(BODY_BYTES),
    'many messages': () =>
      chat(
        {},
        list(1_000, () => ({
          ...question(),
          parts: list(70, () => ({ type: 'text', text: 'a' })),
        })),
      ),
    'a long talk': () =>
      chat(
        {},
        list(1_000, () => question('é'.repeat(9_000))),
      ),
    'calls of tools': () =>
      chat({}, [
        ...list(40, (index) => ({
          id: `a${index}`,
          role: 'assistant',
          parts: list(200, (call) => ({
            type: 'tool-a',
            toolCallId: `${index}-${call}`,
            state: 'output-available',
            input: { a: list(30, () => 0) },
            output: list(30, () => ({})),
          })),
        })),
        question(),
      ]),
    tools: () =>
      chat({
        tools: Object.fromEntries(
          list(32, (tool) => [
            `t${tool}`,
            { parameters: { type: 'object', properties: named(1_500) } },
          ]),
        ),
        system: 'é'.repeat(4_000),
      }),
    'one large tool': () =>
      chat({ tools: { a: { parameters: { type: 'object', a: named(290_000) } } } }),
    'a file of 14 MiB': () => asked(file(inline(new Uint8Array(INLINE_BYTES), 'application/pdf'))),
    'a file of text': () => asked(file(inline(Buffer.alloc(INLINE_BYTES, 'é'), 'text/plain'))),
    ...Object.fromEntries(
      Object.entries(HOSTILE_IMAGES).map(([name, image]) => [
        name,
        () => asked(file(inline(image(), 'image/png'))),
      ]),
    ),
    'after a long branch': () => chat({}, [{ id: parentId, role: 'user', parts: [] }, question()]),
  }
}

export function createChatCalls({ seeds, asUser, asNamed }: HoldWorld): readonly HostileCall[] {
  const { long } = seeds
  const parent = long.messageIds.at(-1)!
  const all = Object.entries(bodies('ID', parent))
  const headers = { 'Content-Type': 'application/json', ...asUser }
  return [
    ...all.map(([name, body]): HostileCall => ({
      route: 'POST /chat',
      name,
      request: (run) => ({
        path: '/chat',
        headers,
        body: body().replace('"ID"', JSON.stringify(`${name} ${run}`)),
      }),
    })),
    ...all.map(([name, body]): HostileCall => ({
      route: 'POST /chat',
      name: `${name}, saved`,
      request: (run) => ({
        path: '/chat',
        headers: { ...headers, 'Alcove-Stream': '1' },
        body: body().replace(
          '"ID"',
          JSON.stringify(name === 'after a long branch' ? long.id : `${name} saved ${run}`),
        ),
      }),
    })),
    ...all.flatMap(([name, body]): HostileCall[] =>
      ['default', 'system/thread_title'].map((assistant) => ({
        route: 'POST /runs/stream',
        name: `${name}, ${assistant}`,
        request: () => ({
          path: '/runs/stream',
          headers,
          body: body()
            .replace('"id":"ID",', `"assistant_id":"${assistant}",`)
            .replaceAll('"parts":[', '"content":[')
            .replace('"url":', '"data":'),
        }),
      })),
    ),
    {
      route: 'GET /chat/{id}/stream',
      name: 'a long name',
      request: () => ({
        path: `/chat/${'é'.repeat(1_000)}/stream?message=${'a'.repeat(255)}`,
        headers: asUser,
      }),
    },
    {
      route: 'POST /chat/{id}/stop',
      name: 'many keys',
      request: () => ({ path: '/chat/a/stop', headers, body: JSON.stringify(named(70_000)) }),
    },
    {
      route: 'POST /files/pdf-to-images',
      name: 'bytes that are no PDF',
      request: () => ({
        path: '/files/pdf-to-images',
        headers: { ...headers, ...asNamed('pdf') },
        ...jsonBody({
          file_blob: Buffer.alloc(15 * 1_048_576 - 1_000, '%PDF-1.7 ').toString('base64'),
        }),
      }),
    },
    {
      route: 'POST /files/pdf-to-images',
      name: 'a base64 text of escapes',
      request: () => ({
        path: '/files/pdf-to-images',
        headers,
        ...jsonTextBody(`{"file_blob":"${'\\u0041'.repeat(BODY_BYTES / 6 - 100)}"}`),
      }),
    },
  ]
}

const jsonBody = (value: unknown) => ({ body: json(value).body! })
const jsonTextBody = (text: string) => ({ body: jsonText(text).body! })
