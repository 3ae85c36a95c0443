import { json, jsonText, type HostileCall, type HostileRequest } from './hostile-call.ts'
import { HOSTILE_IMAGES } from './hostile-images.ts'
import { HOSTILE_LONG_TEXTS } from './hostile-contents.ts'
import { searcher, type HoldWorld } from './hold-world.ts'
import { createTraceCalls } from './trace-calls.ts'

const BODY_BYTES = 1_048_576
const TIME = '2026-11-21T04:00:00.000Z'

const list = <Value>(length: number, create: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => create(index))
const keys = (count: number): object =>
  Object.fromEntries(list(count, (index) => [`k${index.toString(36)}`, 0]))

/** What a body of any route may be, whatever the route makes of it. */
const BODIES: Readonly<Record<string, () => string>> = {
  'many keys': () => JSON.stringify(keys(100_000)),
  'many lists': () => JSON.stringify(list(299_000, () => [])),
  'opening brackets': () => '['.repeat(BODY_BYTES),
  'a long text': () => JSON.stringify('é'.repeat(BODY_BYTES / 2 - 10)),
  'a text of escapes': () => `"${'\\u0001'.repeat(BODY_BYTES / 6 - 10)}"`,
}

/** Routes of small bodies; some of their fields are right. */
const SMALL: readonly (readonly [route: string, path: string, fields: object])[] = [
  ['POST /auth/tokens/anonymous', '/auth/tokens/anonymous', {}],
  ['POST /auth/tokens/refresh', '/auth/tokens/refresh', { refresh_token: 'a'.repeat(500_000) }],
  ['POST /auth/tokens/revoke', '/auth/tokens/revoke', { refresh_token: 'a'.repeat(500_000) }],
  ['POST /auth/tokens', '/auth/tokens', {}],
  ['POST /threads', '/threads', { last_message_at: TIME, metadata: keys(90_000) }],
  ['PUT /threads/{id}', '/threads/THREAD', { metadata: keys(90_000) }],
  [
    'POST /threads/{id}/messages/{messageId}/feedback',
    '/threads/THREAD/messages/MESSAGE/feedback',
    { type: 'positive', comment: ' '.repeat(1_000_000) },
  ],
  [
    'POST /scores',
    '/scores',
    { name: 'a', data_type: 'numeric', value: 1, thread_id: 'a', comment: 'a'.repeat(900_000) },
  ],
  [
    'POST /runs',
    '/runs',
    { thread_id: 'THREAD', status: 'completed', steps: list(290_000, () => []) },
  ],
  [
    'POST /events',
    '/events',
    {
      events: list(50, () => ({
        kind: 'message_sent',
        props: { a: list(300, () => []) },
        b: list(2_000, () => []),
      })),
    },
  ],
  [
    'POST /files/attachments/generate-presigned-upload-url',
    '/files/attachments/generate-presigned-upload-url',
    { filename: 'é\u0301.'.repeat(180_000) },
  ],
  [
    'POST /files/attachments/generate-presigned-download-url',
    '/files/attachments/generate-presigned-download-url',
    { url: `https://a/files/b?${'a&'.repeat(2_000)}` },
  ],
]

/** Beside the API: it takes what an address was made for. */
export const UPLOAD_ROUTE = 'PUT /files/{key}'

export function createOtherCalls(world: HoldWorld): readonly HostileCall[] {
  const { seeds, asUser, asServer, asNamed } = world
  const [thread, message] = [seeds.long.id, seeds.long.messageIds.at(-1)!]
  const place = (path: string) => path.replace('THREAD', thread).replace('MESSAGE', message)
  const small = SMALL.flatMap(([route, path, fields]): HostileCall[] => {
    const caller =
      route === 'POST /auth/tokens'
        ? { ...asServer, 'Aui-User-Id': 'a', 'Aui-Workspace-Id': 'a' }
        : asUser
    const bodies = { ...BODIES, 'its own fields': () => place(JSON.stringify(fields)) }
    return Object.entries(bodies).map(([name, body]) => ({
      route,
      name,
      request: () => ({
        path: place(path),
        headers: {
          ...(path.includes('tokens/') ? {} : caller),
          'Content-Type': 'application/json',
        },
        body: body(),
      }),
    }))
  })
  const read = (
    route: string,
    path: string,
    headers: HostileRequest['headers'] = asUser,
    name = 'as much as there is',
  ): HostileCall => ({
    route,
    name,
    request: () => ({ path, headers: { ...headers } }),
  })
  const long = 'é'.repeat(1_500)
  return [
    ...small,
    ...createTraceCalls(asServer, thread),
    ...fileCalls(world),
    ...Object.keys(HOSTILE_LONG_TEXTS).flatMap((name) =>
      ['ガパ', 'w', 'ا', `${'a'.repeat(150)} b c d`].map((query) =>
        read(
          'GET /threads/search',
          `/threads/search?limit=50&query=${encodeURIComponent(query)}`,
          asNamed(searcher(name)),
          `${name}, for ${query.slice(0, 4)}`,
        ),
      ),
    ),
    read('GET /threads', '/threads?is_archived=false&limit=100'),
    read('GET /threads', '/threads', asUser, 'all at once'),
    read('GET /threads', `/threads?after=${long}&external_id=${long}`, asUser, 'a long name'),
    read('GET /threads/{id}', `/threads/${long}`, asUser, 'a long name'),
    read(
      'DELETE /threads/{id}/messages/{messageId}/feedback',
      place('/threads/THREAD/messages/MESSAGE/feedback'),
    ),
    read('GET /files/attachments/{key}', `/files/attachments/${long}`, asUser, 'a long name'),
    read('GET /projects/threads', '/projects/threads?limit=100', asServer),
    read('GET /projects/runs', '/projects/runs?limit=100', asServer),
    read('GET /projects/runs/{id}', `/projects/runs/${long}`, asServer),
    read('GET /projects/scores', '/projects/scores?limit=100', asServer),
    read(
      'GET /projects/usage/daily',
      '/projects/usage/daily?from=2026-09-01&to=2026-11-30',
      asServer,
    ),
    read(
      'GET /projects/usage/period',
      '/projects/usage/period?from=2026-09-01&to=2026-11-30',
      asServer,
    ),
    read('GET /openapi.json', '/openapi.json', {}),
    read('GET /docs', '/docs', {}),
  ]
}

function fileCalls({ origin, asUser }: HoldWorld): readonly HostileCall[] {
  return Object.entries(HOSTILE_IMAGES).map(([name, image]) => ({
    route: UPLOAD_ROUTE,
    name,
    async request() {
      const asked = await fetch(`${origin}/v1/files/attachments/generate-presigned-upload-url`, {
        method: 'POST',
        ...json({ filename: 'a.png' }),
        headers: { ...jsonText('').headers, ...asUser },
      })
      const { signedUrl } = (await asked.json()) as { readonly signedUrl: string }
      return { path: signedUrl, body: new Uint8Array(image()) }
    },
  }))
}
