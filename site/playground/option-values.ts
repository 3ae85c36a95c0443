/** Chosen values by the option's path. Options without an entry keep the project's value. */
export type Values = Readonly<Record<string, unknown>>

/** `{ 'theme.accent': '#0f6b5c' }` as `{ theme: { accent: '#0f6b5c' } }`. */
export function nest(values: Values): Record<string, unknown> {
  const nested: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    const steps = path.split('.')
    const last = steps.pop()!
    let place = nested
    for (const step of steps) place = (place[step] ??= {}) as Record<string, unknown>
    place[last] = value
  }
  return nested
}

/** The value at a path in nested objects. */
export function valueAt(nested: unknown, path: string): unknown {
  let value = nested
  for (const step of path.split('.')) value = (Object(value) as Record<string, unknown>)[step]
  return value
}

/**
 * Paths that were reset between two choices. A patch for `update` has `undefined` there, which JSON cannot
 * carry, so they are listed separately.
 */
export const leftOut = (before: Values, after: Values): readonly string[] =>
  Object.keys(before).filter((path) => !Object.hasOwn(after, path))

/** The values with one path changed; an empty value removes the path. */
export function withValue(values: Values, path: string, value: unknown): Values {
  const { [path]: _, ...rest } = values
  return value === undefined || value === '' ? rest : { ...rest, [path]: value }
}

/** The choices as a URL hash, for sharing. */
export const toHash = (values: Values): string =>
  Object.keys(values).length === 0 ? '' : `#${encodeURIComponent(JSON.stringify(values))}`

/** A project's id, which is part of the script's address. */
const PROJECT = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/
const IMAGE_DATA = /^data:image\//

/**
 * Values of these options that a link may choose. The page loads the addresses in them, and anyone can create
 * a link. The script comes from this site's service, by the id of a project, and a logo is contained in the
 * link itself.
 */
const FROM_LINKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  baseUrl: () => false,
  app: (value) => typeof value === 'string' && PROJECT.test(value),
  logo: (value) => typeof value === 'string' && IMAGE_DATA.test(value),
}

/** The choices from a link. */
export interface LinkChoice {
  readonly values: Values
  /** Options that a link may not choose, or not with this value. */
  readonly refused: readonly string[]
}

/** Reads a link's choices; a malformed hash has none. Unknown paths are left out. */
export function readHash(hash: string, isOption: (path: string) => boolean): LinkChoice {
  const entries = readEntries(hash).filter(([path]) => isOption(path))
  const isRefused = ([path, value]: [string, unknown]) =>
    Object.hasOwn(FROM_LINKS, path) && FROM_LINKS[path]?.(value) === false
  return {
    values: Object.fromEntries(entries.filter((entry) => !isRefused(entry))),
    refused: entries.filter(isRefused).map(([path]) => path),
  }
}

function readEntries(hash: string): [string, unknown][] {
  try {
    return Object.entries(Object(JSON.parse(decodeURIComponent(hash.slice(1)))))
  } catch {
    return []
  }
}
