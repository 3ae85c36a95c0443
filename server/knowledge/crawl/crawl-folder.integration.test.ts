import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { createKnowledgeWorld, withReader } from '../../testing/knowledge-world.ts'
import { withStore } from '../../testing/with-store.ts'
import { createKnowledgeSearch } from '../index/create-search.ts'

const READER = { projectId: 'default', workspaceId: 'w', userId: 'u', isNamed: true }

async function createFolder(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-knowledge-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return { folder, write, remove: (name: string) => rm(join(folder, name)) }
}

describe.each(ENGINES)('a folder on %s', (engine) => {
  const { store } = withStore(engine)
  const reader = withReader()

  test('is found by its text after one crawl', async () => {
    const { add, crawls } = createKnowledgeWorld(store, reader)
    const { folder } = await createFolder({
      'guide/lamps.md':
        '# Lamps\n\n## Repairs\n\nA lamp with a broken wick is repaired for 12 euros.',
    })
    const { id } = await add({ kind: 'folder', location: folder })

    const source = await crawls.run(id)
    const [best] = await createKnowledgeSearch(store.knowledge).search(READER, 'broken wick', 5)

    expect(source).toMatchObject({ state: 'ready', problem: null })
    expect(best).toMatchObject({ title: 'Lamps', headings: ['Repairs'], sourceId: id })
  })
})
