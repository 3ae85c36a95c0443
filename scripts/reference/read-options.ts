import type { TSType } from 'oxc-parser'
import { readLook } from '../../shared/look/read-look.ts'
import { membersOfLiteral, readTypes, type Member, type TypeBook } from './read-types.ts'

/** An option of a page or an owner. */
export interface Option {
  /** Its path in the argument of `createChat`: `theme.accent`. */
  readonly path: string
  /** Attribute of the script tag, without `data-`; absent if it has none. */
  readonly attribute?: string
  /** Attribute of `<alcove-chat>`. */
  readonly elementAttribute?: string
  /** The type's text. */
  readonly type: string
  /** The literals of a choice; absent if it has other types as well. */
  readonly choices?: readonly string[]
  /** Accepted values, described by the code that reads them. */
  readonly expected?: string
  /** The default, as text; absent if there is none. */
  readonly fallback?: string
  readonly doc: string
}

const FILES = [
  'loader/page-options.ts',
  'loader/chat-instance.ts',
  'loader/chat-options.ts',
  'loader/chat-events.ts',
  'loader/chat-commands.ts',
  'shared/look/look-options.ts',
  'shared/look/colors.ts',
  'shared/look/read-look.ts',
  'shared/errors.ts',
  'shared/tool-labels.ts',
  'shared/bridge/contract.ts',
  'server/routes/handle-error.ts',
  'npm/alcove.ts',
  'npm/element.ts',
  'npm/react.tsx',
  'npm/page-chat.ts',
  'server/projects/look-schema.ts',
  'server/projects/project-schema.ts',
  'server/projects/retention-schema.ts',
  'server/projects/knowledge-schema.ts',
  'server/projects/knowledge-answers-schema.ts',
  'server/projects/written-answers-schema.ts',
  'server/projects/cases-schema.ts',
  'server/projects/authorization-schema.ts',
  'server/projects/embedding-schema.ts',
  'server/knowledge/source-settings.ts',
  'server/projects/auth-rule-schema.ts',
  'server/projects/visitor-rules-schema.ts',
  'server/projects/assistant-schema.ts',
  'server/projects/provider-schema.ts',
  'server/models/hooks.ts',
  'server/models/system-text.ts',
]

export const readProductTypes = (root: string): TypeBook => readTypes(root, FILES)

/** Attributes with their own names, and their paths. */
const OWN_WORDS: Readonly<Record<string, string>> = { theme: 'theme.scheme' }

/** Every option, from the product's types and its tables of defaults and names. */
export function readOptions(book: TypeBook): readonly Option[] {
  const defaults = book.table('loader/page-options.ts', 'DEFAULTS') as Record<string, unknown>
  const places = book.table('shared/look/read-look.ts', 'PLACES') as Record<string, string>
  const ofElement = book.table('npm/element.ts', 'ATTRIBUTES') as Record<string, string>
  const elementNames = new Map(Object.entries(ofElement).map(([name, flat]) => [flat, name]))
  const flatNames = new Set(Object.keys(defaults))
  const found = new Map<string, Option>()

  const keep = (path: string, member: Member, docAbove: string) => {
    const own = Object.keys(OWN_WORDS).find((word) => OWN_WORDS[word] === path)
    const joined = path.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())
    const flat = own ?? places[path] ?? (flatNames.has(joined) ? joined : path)
    const [meaning, said] = splitDefault(member.doc || docAbove)
    const fallback = showDefault(defaults[flat]) ?? said
    const choices = choicesOf(book, member.type)
    const expected = expectedBy(path)
    const type = aliasText(book, member.text).replaceAll(/\s+/g, ' ')
    const isText = !/^\{|Record<|=>/.test(type)
    const elementAttribute = elementNames.get(flat)
    found.set(path, {
      path,
      ...(isText && path !== 'baseUrl' && { attribute: kebab(flat) }),
      ...(elementAttribute !== undefined && { elementAttribute }),
      type,
      ...(choices && { choices }),
      ...(expected !== undefined && { expected }),
      ...(fallback !== undefined && { fallback }),
      doc: meaning,
    })
  }

  const isGroup = (path: string) => Object.keys(places).some((name) => name.startsWith(`${path}.`))
  const walk = (members: readonly Member[], before: string, docAbove: string) => {
    let doc = docAbove
    for (const member of members) {
      const path = before + member.name
      const isValue = !isGroup(path) && expectedBy(path) !== undefined
      const group = isValue ? [] : groupOf(book, member.type)
      // A comment may belong to the two members below it.
      if (docAbove === '') doc = member.doc || doc
      if (group.length === 0) keep(path, member, doc)
      else walk(group, `${path}.`, member.doc)
    }
  }
  walk(membersOf(book, 'PackageOptions'), '', '')
  // Grouped and flat names are one option.
  for (const path of found.keys()) {
    const joined = path.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (joined === path) continue
    const [flat, grouped] = [found.get(joined), found.get(path)]
    if (flat && grouped) found.set(path, { ...flat, path })
    found.delete(joined)
  }
  return [...found.values()]
}

/** Names of events for `on`. */
export const readEventNames = (book: TypeBook): readonly string[] =>
  membersOf(book, 'ChatEvents').map(({ name }) => name)

/** All members of an interface, including those of extended ones; the nearest of a name counts. */
export function membersOf(book: TypeBook, name: string): readonly Member[] {
  const { members, above } = book.get(name)
  const inherited = above.flatMap((type) => membersOfType(book, type))
  const own = new Set(members.map((member) => member.name))
  return [...members, ...inherited.filter((member) => !own.has(member.name))]
}

function membersOfType(book: TypeBook, type: TSType): readonly Member[] {
  if (type.type !== 'TSTypeReference') return membersOfLiteral(type)
  const name = type.typeName.type === 'Identifier' ? type.typeName.name : ''
  const given = type.typeArguments?.params ?? []
  const [of, keys] = given
  const wordsOf = (node?: TSType) => (node && choicesOf(book, node)) ?? ([] as readonly string[])
  if (name === 'Partial' || name === 'Readonly') return of ? membersOfType(book, of) : []
  if (name === 'Omit' || name === 'Pick') {
    const words = wordsOf(keys)
    return of
      ? membersOfType(book, of).filter((each) => words.includes(each.name) === (name === 'Pick'))
      : []
  }
  return book.has(name) ? membersOf(book, name) : []
}

/** Resolves the name of a type; other expressions stay. */
export const aliasText = (book: TypeBook, text: string): string =>
  (book.has(text) && book.get(text).text) || text

/** Members of an object of options; empty for a plain value. */
function groupOf(book: TypeBook, type?: TSType): readonly Member[] {
  if (!type) return []
  if (type.type === 'TSTypeLiteral') return membersOfLiteral(type)
  if (type.type === 'TSUnionType' && type.types.some(isTheme)) return membersOf(book, 'Theme')
  return []
}

const isTheme = (type: TSType): boolean =>
  type.type === 'TSTypeReference' &&
  type.typeName.type === 'Identifier' &&
  type.typeName.name === 'Theme'

/** The literals of a union of texts, also by its name. */
function choicesOf(book: TypeBook, type?: TSType): readonly string[] | undefined {
  if (!type) return undefined
  if (type.type === 'TSLiteralType') {
    return type.literal.type === 'Literal' && typeof type.literal.value === 'string'
      ? [type.literal.value]
      : undefined
  }
  if (type.type === 'TSUnionType') {
    const words = type.types.map((each) => choicesOf(book, each))
    return words.every((each) => each !== undefined) ? words.flat() : undefined
  }
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined
  const { name } = type.typeName
  const [alias] = book.has(name) && book.get(name).members.length === 0 ? book.get(name).above : []
  return choicesOf(book, alias)
}

/** Values that the reader of looks accepts for an option; `undefined` if it does not read the option. */
function expectedBy(path: string): string | undefined {
  const [problem = ''] = readLook({ [path]: Symbol('wrong') }).problems
  return problem.startsWith(`${path}: expected `) ? problem.split(': expected ')[1] : undefined
}

/** A doc comment's meaning, and its sentence about the default. */
export function splitDefault(doc: string): readonly [string, string | undefined] {
  const text = doc.replaceAll(/\s+/g, ' ').replaceAll(/\{@link (\w+)\}/g, '`$1`')
  const all = /(?:^| )All are (\w+) by default\./.exec(text)
  if (all) return [text.replace(all[0], '').trim(), all[1]]
  const said = /(?:^| )Default:? ([^`.]*(?:`[^`]*`[^`.]*)*[^.]*)\.?(?= |$)/.exec(text)
  return said ? [text.replace(said[0], '').trim(), said[1]?.trim()] : [text, undefined]
}

const showDefault = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? `\`${value}\``
    : undefined

const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
