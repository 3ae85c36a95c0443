import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { REPOSITORY_ROOT } from '../../scripts/repository-root.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { runAlcoveHere, runAlcoveJson } from '../testing/run-alcove.ts'

const SECRET = { ALCOVE_SECRET: 'a secret of this test, which is long enough' }
const CASES = join(REPOSITORY_ROOT, 'e2e', 'fixtures', 'knowledge-cases')

interface Source {
  readonly id: string
  readonly kind: string
  readonly documents: number
  readonly is_fixed: boolean
}

for (const engine of ENGINES) {
  describe(
    `commands about an owner's pages beside a running server on ${engine}`,
    { tags: engine === 'postgres' ? ['nightly'] : [] },
    () => {
      let place: StorePlace
      let folder: string
      let alcove: AlcoveServer
      beforeAll(async () => {
        place = await createMigratedPlace(engine, inject('postgresUrl'))
        folder = await mkdtemp(join(tmpdir(), 'alcove-pages-'))
        await cp(join(CASES, 'documents', 'tent-hire.md'), join(folder, 'docs', 'tent-hire.md'))
        await cp(join(CASES, 'documents', 'plans.html'), join(folder, 'docs', 'plans.html'))
        await writeFile(join(folder, 'docs', 'broken.pdf'), 'no PDF')
        await writeFile(join(folder, 'fixed.md'), '# Opening hours\n\nWe open at nine.')
        const config = join(folder, 'alcove.config.mjs')
        await writeFile(
          config,
          `export default { projects: { default: { knowledge: [{ file: ${JSON.stringify(join(folder, 'fixed.md'))} }] } } }`,
        )
        const { databaseUrl, dataDir } = place
        const env = {
          ...SECRET,
          ALCOVE_CONFIG: config,
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
        }
        alcove = await startAlcove({ env, dataDir })
      })
      afterAll(async () => {
        await alcove.stop()
        await place.remove()
        await rm(folder, { recursive: true, force: true })
      })

      const cli = (...args: readonly string[]) =>
        runAlcoveHere(place, ['knowledge', ...args], SECRET)
      const json = <Facts>(...args: readonly string[]) =>
        runAlcoveJson<Facts>(place, ['knowledge', ...args], SECRET)

      test('a folder is added, found, reported, refreshed and removed', async () => {
        const docs = join(folder, 'docs')
        const added = await cli('add', docs, '--base', 'https://shop.example/help/')
        const sources = await json<readonly Source[]>('list')
        const source = sources.find(({ kind }) => kind === 'folder')
        const id = source?.id ?? ''
        const [best] = await json<readonly Record<string, unknown>[]>('search', 'hire a tent')
        const report = await cli('report', id)
        const again = await cli('add', docs)
        const refreshed = await json<readonly Source[]>('refresh', id)
        const removed = await cli('remove', id)

        expect(added).toMatchObject({ code: 0 })
        expect(added.out).toMatch(/2 documents of folder .* 1 could not be read/)
        expect(added.err).toMatch(/^0 of 3 done\.$/m)
        expect(added.out).toMatch(/^Next: .+ knowledge search "a question" shows .+ npm start/m)
        expect(Object.keys(best ?? {})).toEqual(
          expect.arrayContaining([
            'url',
            'title',
            'headings',
            'anchor',
            'page',
            'language',
            'text',
            'score',
          ]),
        )
        expect(best).toMatchObject({
          url: 'https://shop.example/help/tent-hire.md',
          language: 'en',
        })
        expect(report.out).toMatch(/not read \(broken\): broken\.pdf/)
        expect(again).toMatchObject({ code: 1 })
        expect(again.err).toContain(`has this source already: ${id}`)
        expect(refreshed).toMatchObject([{ id, documents: 2 }])
        expect(removed.out).toMatch(/^Removed folder .* with 2 documents\.$/m)
        expect((await cli('remove', id)).err).toContain(`has no source ${id}`)
      })

      test('a source of the configuration is there, is found, and is not removed', async () => {
        const findFixed = async () =>
          (await json<readonly Source[]>('list')).find(({ is_fixed: isFixed }) => isFixed)
        await expect.poll(findFixed).toMatchObject({ kind: 'file' })
        const { id } = (await findFixed())!

        // Follows the server's crawl, if that runs.
        await cli('refresh', id)
        const removed = await cli('remove', id)

        expect(removed).toMatchObject({ code: 1 })
        expect(removed.err).toMatch(/is fixed: a line of alcove\.config\.ts adds it/)
        expect((await cli('search', 'when do you open')).out).toContain('We open at nine.')
        expect((await cli('list')).out).toMatch(/file .*fixed\.md +ready, fixed/)
      })
    },
  )
}

describe('a wrong command', () => {
  test.each([
    [['add', 'no-such-folder'], /There is no folder or file .*no-such-folder/],
    [['add', 'ftp://a.example/'], /expected an address that begins with https/],
    [['add', '.', '--every', '5m'], /--every is "5m"; expected a number of hours or days/],
    [['add', '.', '--depth', '21'], /--depth is "21"; expected a whole number from 0 to 20/],
    [['add', '.', '--readers', 'some'], /--readers is "some"; expected 'named'/],
    [['search', 'x', '--limit', '51'], /--limit is "51"; expected a whole number from 1 to 50/],
    [['eval', 'no-such.csv'], /no-such\.csv cannot be read/],
    [['refresh', 'a', 'b'], /"b" is an extra word/],
  ])('%j says what was wrong, and opens nothing', async (args, sentence) => {
    const nowhere = { dataDir: '/nowhere', databaseUrl: undefined }

    const result = await runAlcoveHere(nowhere, ['knowledge', ...args], SECRET)

    expect(result).toMatchObject({ code: 2, out: '' })
    expect(result.err).toMatch(sentence)
  })
})
