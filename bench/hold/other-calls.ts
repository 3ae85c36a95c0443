import { json, jsonText, type HostileCall } from './hostile-call.ts'
import { HOSTILE_IMAGES } from './hostile-images.ts'
import { HOSTILE_LONG_TEXTS } from './hostile-contents.ts'
import { searcher, type HoldWorld } from './hold-world.ts'
import { createTraceCalls } from './trace-calls.ts'

const list = <Value>(length: number, create: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => create(index))

/** Not a call of the API description: it accepts uploads for issued addresses. */
export const UPLOAD_ROUTE = 'PUT /files/{key}'

/** Calls with a worse input than any that derives from their description. */
export function createOtherCalls(world: HoldWorld): readonly HostileCall[] {
  const { seeds, asUser, asServer, asNamed } = world
  const long = 'é'.repeat(1_500)
  const read = (
    route: string,
    path: string,
    name: string,
    headers: Readonly<Record<string, string>> = asUser,
  ): HostileCall => ({ route, name, request: () => ({ path, headers: { ...headers } }) })
  const write = (route: string, path: string, name: string, body: () => string): HostileCall => ({
    route,
    name,
    request: () => ({ path, headers: { ...asUser, ...jsonText('').headers }, body: body() }),
  })
  return [
    write(
      'POST /threads/{id}/messages/{messageId}/feedback',
      feedbackPath(seeds.long),
      'a comment of blanks',
      () => JSON.stringify({ type: 'positive', comment: ' '.repeat(1_000_000) }),
    ),
    write('POST /events', '/events', 'events of many fields', () =>
      JSON.stringify({
        events: list(50, () => ({
          kind: 'message_sent',
          props: { a: list(300, () => []) },
          b: list(2_000, () => []),
        })),
      }),
    ),
    write(
      'POST /files/attachments/generate-presigned-upload-url',
      '/files/attachments/generate-presigned-upload-url',
      'a name of accents',
      () => JSON.stringify({ filename: 'é\u0301.'.repeat(180_000) }),
    ),
    write(
      'POST /files/attachments/generate-presigned-download-url',
      '/files/attachments/generate-presigned-download-url',
      'an address of many values',
      () => JSON.stringify({ url: `https://a/files/b?${'a&'.repeat(2_000)}` }),
    ),
    ...createTraceCalls(asServer, seeds.long.id),
    ...fileCalls(world),
    ...Object.keys(HOSTILE_LONG_TEXTS).flatMap((name) =>
      ['ガパ', 'w', 'ا', `${'a'.repeat(150)} b c d`].map((query) =>
        read(
          'GET /threads/search',
          `/threads/search?limit=50&query=${encodeURIComponent(query)}`,
          `${name}, for ${query.slice(0, 4)}`,
          asNamed(searcher(name)),
        ),
      ),
    ),
    read('GET /threads', '/threads', 'all at once'),
    read('GET /threads', `/threads?after=${long}&external_id=${long}`, 'a long name'),
  ]
}

const feedbackPath = ({ id, messageIds }: HoldWorld['seeds']['long']): string =>
  `/threads/${id}/messages/${messageIds.at(-1)}/feedback`

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
