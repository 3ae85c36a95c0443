import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../testing/create-test-app.ts'
import { createVisitorCalls, type Person } from '../testing/create-visitor-calls.ts'
import { UPLOADS_OF_ADDRESS_MAX, UPLOADS_OF_USER_MAX } from './upload-gate.ts'

const FARM = '203.0.113.9'
const ELSEWHERE = '198.51.100.7'
const FILE = new TextEncoder().encode('Some notes.')

test('uploads that one address holds open keep nobody else from uploading', async () => {
  const world = await createTestApp({
    env: { ALCOVE_LIMITS: '{}', ALCOVE_TRUSTED_PROXIES: '1' },
  })
  onTestFinished(() => world.close())
  const { call, createPerson, mint, upload } = createVisitorCalls(world)
  const halves: ReadableStreamDefaultController<Uint8Array>[] = []

  /** An upload whose last byte does not arrive. */
  async function hold(person: Person) {
    const asked = await call(person, '/files/attachments/generate-presigned-upload-url', {
      filename: 'notes.txt',
      content_type: 'text/plain',
      content_length: FILE.length,
    })
    const body = new ReadableStream<Uint8Array>({ start: (each) => void halves.push(each) })
    halves.at(-1)!.enqueue(FILE)
    const init = {
      method: 'PUT',
      headers: { 'Content-Type': 'text/plain', 'X-Forwarded-For': person.address },
      body,
      duplex: 'half',
    }
    return world.app.request(String(asked.json['signedUrl']), init)
  }

  const going: Promise<Response>[] = []
  while (going.length < UPLOADS_OF_ADDRESS_MAX) {
    const { person } = await mint(`farm ${going.length}`, FARM)
    const places = Math.min(UPLOADS_OF_USER_MAX, UPLOADS_OF_ADDRESS_MAX - going.length)
    for (let n = 0; n < places; n += 1) going.push(hold(person))
  }
  await expect.poll(() => halves.length).toBe(UPLOADS_OF_ADDRESS_MAX)

  const { person: another } = await mint('one more of the farm', FARM)
  const { person: visitor } = await mint('a visitor elsewhere', ELSEWHERE)
  const customer = createPerson('a customer behind the same address', FARM)
  const ada = { projectId: 'default', workspaceId: 'ada', userId: 'ada', kind: 'host' } as const
  customer.authorization = (await world.signIn(ada)).authorization

  expect((await upload(visitor, FILE)).status).toBe(200)
  expect((await upload(customer, FILE)).status).toBe(200)
  expect((await upload(another, FILE)).status).toBe(429)
  expect(world.lines.filter((line) => line.includes('uploadsAtOncePerAddress'))).toHaveLength(1)
  for (const half of halves) half.close()
  expect(new Set((await Promise.all(going)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await upload(another, FILE)).status).toBe(200)
})
