import { nearestName } from '../shared/nearest-name.ts'

const OWN_NAME = /^ALCOVE_/i

/**
 * A sentence for each of our names in the environment that nothing reads: a slip of the pen there leaves
 * the server on a default, which nobody notices.
 *
 * @param known the names that something reads
 */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): readonly string[] {
  const ours = [...known].filter((name) => OWN_NAME.test(name))
  const unknown = Object.keys(env).filter((name) => OWN_NAME.test(name) && !known.has(name))
  return unknown.map((name) => {
    const nearest = nearestName(name, ours)
    const rest = nearest === undefined ? '.env.example lists all.' : `did you mean ${nearest}?`
    return `${name} is set, but there is no such setting: ${rest}`
  })
}
