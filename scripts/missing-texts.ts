import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const I18N = 'widget/i18n'
type Texts = Readonly<Record<string, unknown>>

/**
 * Keys of English that locales lack, with the tags of these locales. A variant lacks a key if its base lacks
 * it as well. The chat shows these texts in English.
 */
export async function findMissingTexts(
  root: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const read = (path: string): Promise<Readonly<Record<string, Texts>>> =>
    import(pathToFileURL(join(root, I18N, path)).href)
  const [{ en = {} }, { VARIED = {} }] = await Promise.all([read('en.ts'), read('find-locale.ts')])
  const tags = globSync('locales/*.ts', { cwd: join(root, I18N) })
    .map((path) => basename(path, '.ts'))
    // Pseudo locales are made of English.
    .filter((tag) => !/-X[AB]$/.test(tag))
    .toSorted()
  const locales = await Promise.all(
    tags.map(async (tag) => [tag, (await read(`locales/${tag}.ts`))['default']!] as const),
  )
  const byTag = new Map(locales)
  const hasText = (tag: string, key: string): boolean => {
    const varied = VARIED[tag]
    return (
      Object.hasOwn(byTag.get(tag)!, key) || (typeof varied === 'string' && hasText(varied, key))
    )
  }
  const missing = Object.keys(en).map(
    (key) => [key, tags.filter((tag) => !hasText(tag, key))] as const,
  )
  return new Map(missing.filter(([, lacking]) => lacking.length > 0))
}

/** A line per key, for translators. */
export const describeMissingTexts = (missing: ReadonlyMap<string, readonly string[]>): string[] =>
  [...missing].map(([key, tags]) => `${key} is not translated: ${tags.join(', ')}`)

/** Whether the version in `package.json` is a release, without `-dev`. */
export function isRelease(root: string): boolean {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return !version.includes('-')
}

/** Throws if a release lacks translations. During development, English is the fallback. */
export async function requireTexts(root: string): Promise<void> {
  if (!isRelease(root)) return
  const missing = await findMissingTexts(root)
  if (missing.size > 0) {
    const lines = describeMissingTexts(missing)
    throw new Error(
      `A release has every text; a version that ends in -dev may lack some.\n${lines.join('\n')}`,
    )
  }
}
