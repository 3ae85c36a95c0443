import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSourceSettings } from '../source-settings.ts'
import { createFolderWalk } from './folder-walk.ts'

const ENTRIES = 3

test.each([ENTRIES, ENTRIES + 1])('of %i files all are listed, up to the limit', async (count) => {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-walk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (let index = 0; index < count; index += 1) await writeFile(join(folder, `${index}.md`), '# A')
  const found: string[] = []
  const walk = createFolderWalk(folder, readSourceSettings('{}'), ENTRIES)

  const listing = await walk.list(async (some) => {
    found.push(...some.map(({ address }) => address))
  })

  const isAll = count <= ENTRIES
  expect(found).toHaveLength(isAll ? count : 0)
  expect(listing.isWhole).toBe(isAll)
  expect(listing.problems.join()).toMatch(isAll ? /^$/ : /more than 3 entries/)
})
