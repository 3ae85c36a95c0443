import { dirname, posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from '../architecture/source-file.ts'

/**
 * What a file can be that one neighbour imports and that is no part of it all the same. Each is told by
 * what the files say, so that whoever wants one more file to count here has to make it one.
 *
 * - `databaseTable`: a table with its queries, of the store's folder and named as a table that `tables.ts`
 *   declares, or a numbered step of the migrations. What opens the store imports each of them once.
 * - `catalogue`: constants alone, for the most part rows or text, and no function.
 * - `command`: commands of the operator's command line, each of which the list of all imports once.
 * - `worker`: what a thread begins with, which is started by its address.
 * - `later`: what a neighbour asks for with `import('…')` when it is first needed: a file of its own by its nature.
 * - `choice`: one of two parts behind one interface, of which its importer makes the one or the other, such
 *   as the folder and the bucket that files are kept in.
 */
export type Standing = 'databaseTable' | 'catalogue' | 'command' | 'worker' | 'later' | 'choice'

/** Of the product's files; `undefined` for one that is none of that. */
export function createStandingOf(
  sources: readonly SourceFile[],
): (source: SourceFile) => Standing | undefined {
  const tables = readTableFiles(sources)
  const workers = new Set(sources.flatMap(readWorkers))
  const choices = readChoices(sources)
  const later = new Set(sources.flatMap(readLater))
  return (source) => {
    const { path, text } = source
    if (tables.has(path) || MIGRATION.test(path)) return 'databaseTable'
    if (workers.has(path)) return 'worker'
    if (choices.has(path)) return 'choice'
    if (later.has(path)) return 'later'
    const { program } = parseSync(path, text)
    if (isCommand(path, program)) return 'command'
    return isCatalogue(source, program) ? 'catalogue' : undefined
  }
}

const TABLES = 'server/store/tables.ts'
const MIGRATION = /^server\/store\/migrations\/\d{4}-[a-z-]+\.ts$/

/** Where the queries of each table stand that the interface `Tables` names. */
function readTableFiles(sources: readonly SourceFile[]): ReadonlySet<string> {
  const files = new Set<string>()
  const declared = sources.find(({ path }) => path === TABLES)
  if (!declared) return files
  new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      if (id.name !== 'Tables') return
      for (const member of body.body) {
        if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') continue
        files.add(`server/store/${member.key.name.replaceAll('_', '-')}.ts`)
      }
    },
  }).visit(parseSync(TABLES, declared.text).program)
  return files
}

/** What its threads begin with: itself, or another file. */
function readWorkers({ path, text }: SourceFile): readonly string[] {
  const { module, program } = parseSync(path, text)
  const started = module.staticImports
    .map(({ moduleRequest }) => moduleRequest.value.split('?'))
    .flatMap(([file = '', query = '']) => (query.split('&').includes('worker') ? [file] : []))
  let startsItself = false
  new Visitor({
    NewExpression({ callee, arguments: [address] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'Worker' || !address) return
      const said = text.slice(address.start, address.end)
      if (!said.includes('import.meta.url')) return
      const other = /new URL\(\s*'([^']+)'/.exec(said)?.[1]
      if (other === undefined) startsItself = true
      else started.push(other)
    },
  }).visit(program)
  const files = started.map((file) => posix.normalize(posix.join(dirname(path), file)))
  return startsItself ? [...files, path] : files
}

/** What a file imports while it runs. */
function readLater({ path, text }: SourceFile): readonly string[] {
  return parseSync(path, text).module.dynamicImports.flatMap(({ moduleRequest }) => {
    const asked = text.slice(moduleRequest.start + 1, moduleRequest.end - 1)
    return asked.startsWith('.') ? [posix.normalize(posix.join(dirname(path), asked))] : []
  })
}

/**
 * The files of two parts of which a neighbour makes the one or the other, `… ? createA() : createB()`,
 * where what both makers return is declared in one more file beside them.
 */
function readChoices(sources: readonly SourceFile[]): ReadonlySet<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const interfaceOf = (name: string, file: string | undefined) => {
    const source = file === undefined ? undefined : byPath.get(file)
    return source && readInterfaceFile(name, source)
  }
  const choices = new Set<string>()
  for (const { path, text } of sources) {
    const { module, program } = parseSync(path, text)
    const files = importedNames(path, module)
    new Visitor({
      ConditionalExpression({ consequent, alternate }) {
        const makers = [consequent, alternate].map((made) =>
          made.type === 'CallExpression' ? nameOf(made.callee) : '',
        )
        const [first, second] = makers.map((name) => files.get(name))
        const [one, other] = makers.map((name) => interfaceOf(name, files.get(name)))
        const areBeside = [first, second, one].every(
          (file) => file !== undefined && dirname(file) === dirname(path),
        )
        if (!areBeside || first === second || one !== other || one === path) return
        for (const file of [first, second]) if (file !== undefined) choices.add(file)
      },
    }).visit(program)
  }
  return choices
}

/** Where the type is declared that a file's function of that name returns. */
function readInterfaceFile(name: string, { path, text }: SourceFile): string | undefined {
  const { module, program } = parseSync(path, text)
  for (const statement of program.body) {
    const made = declarationOf(statement)
    if (made.type !== 'FunctionDeclaration' || made.id?.name !== name) continue
    const type = made.returnType?.typeAnnotation
    if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined
    return importedNames(path, module).get(type.typeName.name)
  }
  return undefined
}

type Module = ReturnType<typeof parseSync>['module']

/** Names of a file that come from files of the repository, with those files. */
const importedNames = (path: string, { staticImports }: Module): ReadonlyMap<string, string> =>
  new Map(
    staticImports
      .filter(({ moduleRequest }) => moduleRequest.value.startsWith('.'))
      .flatMap(({ moduleRequest, entries }) =>
        entries.map(({ localName }) => [
          localName.value,
          posix.normalize(posix.join(dirname(path), moduleRequest.value)),
        ]),
      ),
  )

type Program = ReturnType<typeof parseSync>['program']
type Statement = Program['body'][number]

const COMMANDS = /^server\/cli\//

/** Whether a constant of the operator's folder is what `command({ … })` declares. */
const isCommand = (path: string, { body }: Program): boolean =>
  COMMANDS.test(path) &&
  body.flatMap(constantsOf).some(({ init }) => {
    return init?.type === 'CallExpression' && nameOf(init.callee) === 'command'
  })

/** Of a file's lines, at least this part are rows or text in a catalogue. */
const ROWS_SHARE_MIN = 0.5

/**
 * Whether a file has nothing but imports, types and constants, no function in any of them, and shows rows
 * or text to others. Numbers alone, such as limits, belong to whoever keeps them.
 */
function isCatalogue({ text, lineCount }: SourceFile, program: Program): boolean {
  let hasCode = program.body.some((statement) => !STILL.has(declarationOf(statement).type))
  const onCode = () => void (hasCode = true)
  new Visitor({
    FunctionDeclaration: onCode,
    FunctionExpression: onCode,
    ArrowFunctionExpression: onCode,
    ClassDeclaration: onCode,
    ClassExpression: onCode,
  }).visit(program)
  const shown = program.body.filter(({ type }) => type === 'ExportNamedDeclaration')
  const isShown = shown.flatMap(constantsOf).some(({ init }) => init && isRows(init))
  const rowLines = program.body
    .flatMap(constantsOf)
    .flatMap(({ init }) => (init && isRows(init) ? [text.slice(init.start, init.end)] : []))
    .reduce((sum, rows) => sum + rows.split('\n').length, 0)
  return !hasCode && isShown && rowLines >= lineCount * ROWS_SHARE_MIN
}

const STILL: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclaration',
])

/** What a statement declares, whether for others too or not. */
const declarationOf = (statement: Statement) =>
  statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement

function constantsOf(statement: Statement) {
  const declared = declarationOf(statement)
  return declared.type === 'VariableDeclaration' && declared.kind === 'const'
    ? declared.declarations
    : []
}

type Value = NonNullable<ReturnType<typeof constantsOf>[number]['init']>

const ROWS: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'ObjectExpression',
  'TemplateLiteral',
])
const COLLECTIONS: ReadonlySet<string> = new Set(['Map', 'Set'])

/** A list, a record or a text of several lines; in a `Map` or a `Set` too. */
function isRows(value: Value): boolean {
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') {
    return isRows(value.expression)
  }
  if (value.type === 'NewExpression') return COLLECTIONS.has(nameOf(value.callee))
  return ROWS.has(value.type)
}

const nameOf = (value: Value): string => (value.type === 'Identifier' ? value.name : '')
