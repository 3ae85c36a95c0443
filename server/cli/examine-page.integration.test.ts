import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../store/store.ts'
import { runAlcoveHere } from '../testing/run-alcove.ts'

/** A server's folder with three projects, of which two have a block. */
async function createWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-page-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const config = join(dataDir, 'alcove.config.ts')
  await writeFile(
    config,
    `export default { projects: { shop: { hosts: ['https://shop.example', 'https://*.shop.example'] }, books: {} } }`,
  )
  const store = await openStore({ dataDir })
  for (const id of ['shop', 'books', 'bare', 'off']) await store.projects.create({ id, name: id })
  await store.projects.setSuspended('off', true)
  await store.close()
  const env = {
    ALCOVE_SECRET: 'a secret of this test, which is long enough',
    ALCOVE_CONFIG: config,
    ALCOVE_PUBLIC_URL: 'https://chat.example',
    ALCOVE_MODEL: 'demo',
    ALCOVE_ALLOWED_ORIGINS: 'https://main.example',
  }
  return async (page: string, ...words: readonly string[]) => {
    const place = { dataDir, databaseUrl: undefined }
    const { code, out, err } = await runAlcoveHere(place, ['doctor', '--page', page, ...words], env)
    return { code, said: out + err }
  }
}

test('a page of a host may show the chat, also one below a wildcard', async () => {
  const doctor = await createWorld()

  for (const [page, ...words] of [
    ['https://shop.example/mugs?of=clay', '--project', 'shop'],
    ['https://www.shop.example', '--project', 'shop'],
    ['https://main.example/'],
  ] as const) {
    const { code, said } = await doctor(page, ...words)
    expect(said).toBe(
      `Pages of ${new URL(page).origin} may show the chat of project "${words[1] ?? 'default'}".\n`,
    )
    expect(code).toBe(0)
  }
})

test.each([
  [
    'shop',
    'https://other.example may not show the chat of project "shop". Those may: https://shop.',
  ],
  ['shop', 'Add https://other.example to hosts of its block in alcove.config.ts'],
  ['books', 'No page may show the chat of project "books": it has no hosts.'],
  ['bare', 'No page may show the chat of project "bare": it has no block in alcove.config.ts.'],
  ['off', 'Project "off" is suspended: no page shows its chat.'],
  ['off', 'project resume off'],
  ['shpo', 'There is no project "shpo".'],
  ['shpo', 'Did you mean "shop"?'],
  ['default', 'Add https://other.example to ALCOVE_ALLOWED_ORIGINS'],
])('of project %s it says: %s', async (project, text) => {
  const doctor = await createWorld()

  const { code, said } = await doctor('https://other.example/', '--project', project)

  expect(said).toContain(text)
  expect(code).toBe(1)
})

test('a malformed page address is an invalid command line', async () => {
  const doctor = await createWorld()

  const { code, said } = await doctor('shop.example')

  expect(said).toContain('expected the address of a page, such as https://shop.example/')
  expect(code).toBe(2)
})
