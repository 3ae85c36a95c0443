import { posix } from 'node:path'
import type { SourceSettings } from '../source-settings.ts'

/** Returns whether a source takes a path, which is relative and has `/` between its names. */
export type PathFilter = (path: string) => boolean

/** A pattern with a slash is for the whole path, one without for the name of any file or folder in it. */
export function createPathFilter({
  include,
  exclude,
}: Pick<SourceSettings, 'include' | 'exclude'>): PathFilter {
  const included = include.map(createMatcher)
  const excluded = exclude.map(createMatcher)
  return (path) =>
    (included.length === 0 || included.some((matches) => matches(path))) &&
    !excluded.some((matches) => matches(path))
}

function createMatcher(pattern: string): PathFilter {
  const plain = pattern.replace(/^\.?\//, '')
  const glob = plain.endsWith('/') ? `${plain}**` : plain
  if (pattern.includes('/')) return (path) => posix.matchesGlob(path, glob)
  return (path) => path.split('/').some((name) => posix.matchesGlob(name, glob))
}

/** The path of an address for patterns: readable, and without its first slash. */
export function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname).slice(1)
  } catch {
    return pathname.slice(1)
  }
}

const ASSET =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|css|m?js|cjs|jsx|tsx?|map|json|woff2?|ttf|otf|eot|mp[34]|m4[av]|ogg|wav|webm|mov|avi|zip|gz|tgz|bz2|xz|7z|rar|dmg|exe|msi|apk|iso|jar|wasm|xml|rss|atom)$/i

/** True for parts of pages and programs, which are never documents. */
export const isAsset = (path: string): boolean => ASSET.test(path)
