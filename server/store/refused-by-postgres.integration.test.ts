import { createServer, type AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { openStore } from './store.ts'

/** @param change what an operator gets wrong in the address. */
function urlWith(change: (url: URL) => void): string {
  const url = new URL(inject('postgresUrl'))
  change(url)
  return url.href
}

/** A Postgres that refuses each password, as the protocol's `ErrorResponse` says it. */
async function startStrictPostgres(): Promise<string> {
  const fields = ['SFATAL', 'C28P01', 'Mpassword authentication failed for user "alcove"', '']
  const text = Buffer.from(fields.map((field) => `${field}\0`).join(''))
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(text.length + 4, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, text])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `postgres://alcove:wrong@127.0.0.1:${(server.address() as AddressInfo).port}/alcove`
}

test.each<[string, () => string | Promise<string>, RegExp]>([
  [
    'a wrong password',
    startStrictPostgres,
    /^Postgres does not accept the user or the password in DATABASE_URL: correct them .+\.$/,
  ],
  [
    'a role that is missing',
    () => urlWith((url) => (url.username = 'nobody')),
    /^Postgres does not let the user in DATABASE_URL in: name a role .+"nobody".+\.$/,
  ],
  [
    'a database that is missing',
    () => urlWith((url) => (url.pathname = '/nowhere')),
    /^Postgres has no such database: name another one in DATABASE_URL, or create .+"nowhere".+\.$/,
  ],
])('says what to change for %s', async (_, createUrl, sentence) => {
  const opened = openStore({ databaseUrl: await createUrl(), dataDir: 'unused' })

  await expect(opened).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(sentence),
  })
})

test('a start with such an address ends with the sentence alone', async () => {
  const env = {
    DATABASE_URL: urlWith((url) => (url.pathname = '/nowhere')),
    ALCOVE_SECRET: 'a secret of this test, which is long enough',
  }

  await expect(startAlcove({ env })).rejects.toThrow(
    /did not start:\n(.*warn.*\n)*Postgres has no such database: .+\.\n$/,
  )
})
