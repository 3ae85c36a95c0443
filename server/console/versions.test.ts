import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openVersions } from './versions.ts'

/** A build's folder and a server's own, and the log of the server that opened them. */
async function createWorld() {
  const root = await mkdtemp(join(tmpdir(), 'alcove-versions-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const places = { built: join(root, 'built'), kept: join(root, 'data', 'v') }
  const said: string[] = []
  const note = (_: object, text: string) => void said.push(text)
  return {
    places,
    said,
    /** Writes a version as the build does. */
    async build(name: string, text: string, folder = places.built) {
      const files = {
        'alcove.js': `${text} first`,
        'alcove-panel.js': `${text} second`,
        'alcove-extras.js': `${text} third`,
      }
      const hashes = Object.entries(files).map(([file, content]) => {
        const hash = createHash('sha384').update(content).digest('base64')
        return [file, { integrity: `sha384-${hash}` }] as const
      })
      await mkdir(join(folder, name), { recursive: true })
      const manifest = JSON.stringify({ version: name, files: Object.fromEntries(hashes) })
      for (const [file, content] of Object.entries({ ...files, 'manifest.json': manifest })) {
        await writeFile(join(folder, name, file), content)
      }
    },
    async open() {
      const versions = await openVersions(places, { info: note, warn: note })
      const textOf = async (name: string, file: string) =>
        Buffer.from((await versions.get(name)?.get(file)?.bytes('identity')) ?? []).toString()
      return { names: [...versions.keys()].toSorted(), textOf }
    },
  }
}

test('a version stays when an update took the build of it away', async () => {
  const { places, said, build, open } = await createWorld()
  await build('1.0.0', 'one')
  expect((await open()).names).toEqual(['1.0.0'])
  await rm(places.built, { recursive: true })
  await build('1.1.0', 'two')

  const { names, textOf } = await open()

  expect(names).toEqual(['1.0.0', '1.1.0'])
  expect(await textOf('1.0.0', 'alcove.js')).toBe('one first')
  expect(await textOf('1.1.0', 'alcove-panel.js')).toBe('two second')
  expect(JSON.parse(await textOf('1.1.0', 'manifest.json'))).toMatchObject({ version: '1.1.0' })
  expect(await readdir(places.kept)).toEqual(['1.0.0', '1.1.0'])
  expect(said).toEqual([])
})

test('what was kept goes before what was built anew by the same name', async () => {
  const { places, build, open } = await createWorld()
  await build('1.0.0', 'one')
  await open()
  await rm(places.built, { recursive: true })
  await build('1.0.0', 'another')

  expect(await (await open()).textOf('1.0.0', 'alcove.js')).toBe('one first')
})

test('a version that is still being made is served and not kept', async () => {
  const { places, build, open } = await createWorld()
  await build('1.0.0-dev.0123abcd', 'one')

  expect((await open()).names).toEqual(['1.0.0-dev.0123abcd'])
  expect(await readdir(places.kept).catch(() => 'no folder')).toBe('no folder')
})

test('an altered file is told of and not served; one that was kept stands in', async () => {
  const { places, said, build, open } = await createWorld()
  await build('1.0.0', 'one')
  await build('2.0.0', 'two')
  await open()
  await writeFile(join(places.kept, '1.0.0', 'alcove-panel.js'), 'evil')
  await writeFile(join(places.built, '2.0.0', 'alcove.js'), 'evil')
  await build('3.0.0', 'three', places.kept)
  await rm(join(places.kept, '3.0.0', 'manifest.json'))

  const { names, textOf } = await open()

  expect(names).toEqual(['1.0.0', '2.0.0'])
  expect(await textOf('1.0.0', 'alcove-panel.js')).toBe('one second')
  expect(await textOf('2.0.0', 'alcove.js')).toBe('two first')
  const told = 'a version of the loader is not as it was built'
  expect(said).toEqual([told, told, told])
})

test('a folder that cannot be written costs nothing but what would have been kept', async () => {
  const { places, said, build, open } = await createWorld()
  await build('1.0.0', 'one')
  // A file blocks the path, since root may write everywhere.
  await mkdir(join(places.kept, '..'), { recursive: true })
  await writeFile(places.kept, '')
  await chmod(places.kept, 0o400)

  expect((await open()).names).toEqual(['1.0.0'])
  expect(said).toEqual(['this version of the loader could not be kept'])
})

test('without a build and without a folder there is no version', async () => {
  const { said, open } = await createWorld()

  expect((await open()).names).toEqual([])
  expect(said).toEqual([])
})
