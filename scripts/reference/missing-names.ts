import { membersOf, readEventNames, readOptions } from './read-options.ts'
import type { TypeBook } from './read-types.ts'

/** Names that no call changes: the service's address, and a tag's name for its chat. */
const FOR_GOOD = ['baseUrl', 'global']

/** Every name of the reference, in the form that its tests record. */
export function listNames(book: TypeBook): readonly string[] {
  const namesOf = (name: string) => membersOf(book, name).map((member) => member.name)
  const options = readOptions(book)
  return [
    ...[...namesOf('BareChat'), ...namesOf('ChatCommands')].map((name) => `command ${name}`),
    ...namesOf('ChatThreads').map((name) => `command threads.${name}`),
    ...readEventNames(book).map((name) => `event ${name}`),
    ...options.filter(({ path }) => !FOR_GOOD.includes(path)).map(({ path }) => `option ${path}`),
    ...options.flatMap(({ attribute }) => (attribute ? [`attribute data-${attribute}`] : [])),
    ...options.flatMap(({ elementAttribute }) =>
      elementAttribute ? [`attribute alcove-chat ${elementAttribute}`] : [],
    ),
  ]
}

/** The fields of Playwright's report that are read here. */
export interface NamesReport {
  readonly suites?: readonly NamesReport[]
  readonly specs?: readonly {
    readonly tests: readonly {
      readonly status: string
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
    }[]
  }[]
}

/** Names that passed tests used, from their annotations of type `annotation`. */
export function readNames(report: NamesReport, annotation: string): ReadonlySet<string> {
  const own = (report.specs ?? [])
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'expected')
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === annotation)
    .flatMap(({ description = '' }) => description.split('\n'))
  const inner = (report.suites ?? []).flatMap((suite) => [...readNames(suite, annotation)])
  return new Set([...own, ...inner])
}
