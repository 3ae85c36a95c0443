import { expect, test } from 'vitest'
import { readJson } from './call.ts'

const broken = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"token":'))
        controller.error(new TypeError('terminated'))
      },
    }),
  )

test('reads a body as JSON', async () => {
  expect(await readJson(new Response('{"token":"t"}'))).toEqual({ token: 't' })
})

test('a body that breaks off is a failed network, a body other than JSON a failed server', async () => {
  await expect(readJson(broken())).rejects.toMatchObject({ code: 'offline' })
  await expect(readJson(new Response('<html>'))).rejects.toMatchObject({ code: 'unavailable' })
  await expect(readJson(new Response(''))).rejects.toMatchObject({ code: 'unavailable' })
})
