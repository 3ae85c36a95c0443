import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type EncodedFile, readFileOf, type Versions } from './assets.ts'

const MANIFEST = 'manifest.json'

/** The build's list beside the scripts (`scripts/write-version.ts`): all files with their hashes. */
const manifestSchema = v.object({
  files: v.record(
    v.pipe(v.string(), v.regex(/^alcove(-[a-z]+)?\.js$/)),
    v.object({ integrity: v.string() }),
  ),
})

async function readManifest(folder: string) {
  const text = await readFile(join(folder, MANIFEST), 'utf8')
  return v.parse(manifestSchema, JSON.parse(text)).files
}

const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/
/** Unreleased: the next build removes it, and no page should name it. */
const UNRELEASED = /-dev\b/

interface VersionLog {
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
}

/**
 * Reads the versions of the build and the stored ones, and stores new ones: an update removes the build, and
 * pages still name its version. A stored file takes precedence, since pages know its hash.
 */
export async function openVersions(
  { built, kept }: { readonly built: string; readonly kept: string },
  log: VersionLog,
): Promise<Versions> {
  for (const name of await listVersions(built)) {
    if (UNRELEASED.test(name)) continue
    await keepVersion(join(built, name), kept, name).catch((err: unknown) =>
      log.info({ err, version: name }, 'this version of the loader could not be kept'),
    )
  }
  const versions = new Map<string, ReadonlyMap<string, EncodedFile>>()
  for (const folder of [built, kept]) {
    for (const name of await listVersions(folder)) {
      const files = await readVersion(join(folder, name)).catch(() => undefined)
      if (files) versions.set(name, files)
      else log.warn({ folder, version: name }, 'a version of the loader is not as it was built')
    }
  }
  return versions
}

const listVersions = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => VERSION.test(name))

/** Whole or not at all, even if the server is killed meanwhile. */
async function keepVersion(from: string, kept: string, name: string): Promise<void> {
  const place = join(kept, name)
  const isThere = await stat(place).then(
    () => true,
    () => false,
  )
  if (isThere) return
  await mkdir(kept, { recursive: true })
  const growing = await mkdtemp(join(kept, '.new-'))
  try {
    for (const file of [...Object.keys(await readManifest(from)), MANIFEST]) {
      await copyFile(join(from, file), join(growing, file))
      // With the build's compressed forms, if there are any.
      for (const packed of [`${file}.br`, `${file}.gz`]) {
        await copyFile(join(from, packed), join(growing, packed)).catch(() => {})
      }
    }
    await rename(growing, place)
  } catch (error) {
    await rm(growing, { recursive: true, force: true })
    throw error
  }
}

/** @throws if a script differs from its manifest. */
async function readVersion(folder: string): Promise<ReadonlyMap<string, EncodedFile>> {
  const manifest = await readManifest(folder)
  const files = new Map([[MANIFEST, await readFileOf(join(folder, MANIFEST))]])
  for (const [name, { integrity }] of Object.entries(manifest)) {
    const file = await readFileOf(join(folder, name))
    const hash = createHash('sha384')
      .update(await file.bytes('identity'))
      .digest('base64')
    if (integrity !== `sha384-${hash}`) throw new Error(`${name} was altered`)
    files.set(name, file)
  }
  return files
}
