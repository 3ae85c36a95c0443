import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { sourceOptionEntries, webAddress } from '../../shared/api/source-options.ts'
import type { SourceSettings } from '../knowledge/source-settings.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import type { SourceKind } from '../store/store.ts'
import { CommandLineError } from './flags.ts'

/** `--project` of commands about knowledge. */
export const KNOWLEDGE_PROJECT_FLAG = {
  value: 'id',
  about: `the project; "${DEFAULT_PROJECT}" when absent`,
} as const

export const SOURCE_FLAGS = {
  base: { value: 'address', about: 'where the pages of a folder stand on the web' },
  include: { value: 'globs', about: 'paths to take, such as guide/**,*.md; all when absent' },
  exclude: { value: 'globs', about: 'paths to leave out' },
  every: {
    value: 'time',
    about: 'time between two crawls, such as 6h or 7d, or never; 1d when absent',
  },
  depth: {
    value: 'n',
    about: 'links to follow from an address; 5 when absent, 0 for that page alone',
  },
  pages: { value: 'n', about: 'documents at most; 2000 when absent' },
  minutes: { value: 'n', about: 'minutes of a crawl at most; 120 when absent' },
  readers: { value: 'named', about: 'only users whom your own server names find the documents' },
  workspace: { value: 'id', about: 'only users of this workspace find the documents' },
} as const

type SourceFlags = { readonly [Name in keyof typeof SOURCE_FLAGS]: string | undefined }

const FLAG_NAMES = Object.keys(SOURCE_FLAGS) as (keyof SourceFlags)[]
const schema = v.strictObject(sourceOptionEntries)

/** @throws CommandLineError that names the flag. */
export function readSourceFlags(flags: SourceFlags): SourceSettings {
  const { include, exclude, depth, pages, minutes, ...texts } = flags
  const options = {
    ...texts,
    include: splitGlobs(include),
    exclude: splitGlobs(exclude),
    depth: toNumber(depth),
    limits: { pages: toNumber(pages), minutes: toNumber(minutes) },
  }
  const known = v.safeParse(schema, withoutUnset(options))
  if (known.success) return known.output
  const [issue] = known.issues
  const keys = issue.path?.map(({ key }) => key) ?? []
  const name = FLAG_NAMES.find((flag) => keys.includes(flag)) ?? 'include'
  const given = flags[name]
  throw new CommandLineError(`--${name} is ${JSON.stringify(given)}; ${issue.message}.`)
}

const withoutUnset = (options: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

/** A comma in braces belongs to its glob. */
const splitGlobs = (text: string | undefined): readonly string[] | undefined =>
  text?.match(/(?:\{[^}]*\}|[^,{])+/g) ?? undefined

export interface SourcePlace {
  readonly kind: SourceKind
  readonly location: string
}

/** @throws CommandLineError */
export function readSourcePlace(word: string): SourcePlace {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(word)) {
    const address = v.safeParse(webAddress, word)
    if (!address.success) {
      throw new CommandLineError(`${JSON.stringify(word)}: ${address.issues[0].message}.`)
    }
    return {
      kind: isSitemap(new URL(address.output)) ? 'sitemap' : 'url',
      location: address.output,
    }
  }
  const location = resolve(word)
  const stats = statSync(location, { throwIfNoEntry: false })
  if (stats?.isDirectory()) return { kind: 'folder', location }
  if (stats?.isFile()) return { kind: 'file', location }
  throw new CommandLineError(
    `There is no folder or file ${location}. An address begins with https:// or http://.`,
  )
}

/** Sitemaps have this word or ending in their name; any other address is a page. */
const isSitemap = ({ pathname }: URL): boolean =>
  /\.xml(?:\.gz)?$/i.test(pathname) || /sitemap[^/]*$/i.test(pathname)
