import { parseSync, Visitor } from 'oxc-parser'
import { listSources } from '../architecture/list-sources.ts'
import { readSourceFile, type SourceFile } from '../architecture/source-file.ts'
import { createStandingOf, type Standing } from './file-standing.ts'

/** A function longer than this is looked at. */
export const FUNCTION_LINES_MAX = 80

export interface LongFunction {
  readonly file: string
  readonly name: string
  readonly lines: number
}

/** How a checkout is to live in. All but `longFunctions` are of the product alone, without its tests. */
export interface House {
  readonly files: number
  readonly lines: number
  /**
   * Files without markup that one neighbour imports, and nobody else: neither the product nor a script, the
   * site or a bench. Tests do not count, and those that {@link besides} has stand there alone.
   */
  readonly neighbours: readonly string[]
  /** Such files that stand alone for what they are, however few ask for them. */
  readonly besides: Readonly<Record<Standing, readonly string[]>>
  readonly longFunctions: readonly LongFunction[]
  /** Atoms that anybody may write who imports them. */
  readonly baseAtoms: readonly string[]
  /** Parts that are handed over as a function that gives them: they call each other back. */
  readonly thunks: readonly string[]
}

const PRODUCT = /^(loader|npm|shared|server|widget)\//
const TEST = /\.(test|spec|test-support)\.tsx?$|\/testing\//

const isTest = (path: string): boolean => TEST.test(path) || path.startsWith('e2e/')

export function measureHouse(root: string): House {
  const everything = listSources(root)
    .filter((path) => !isTest(path))
    .map((path) => readSourceFile(root, path))
  const sources = everything.filter(({ path }) => PRODUCT.test(path))
  const findings = sources.map(readFindings)
  const alone = findNeighbours(everything).filter(({ path }) => PRODUCT.test(path))
  const standingOf = createStandingOf(sources)
  const standings = new Map(alone.map((source) => [source.path, standingOf(source)]))
  const pathsOf = (wanted: Standing | undefined) =>
    [...standings].flatMap(([path, standing]) => (standing === wanted ? [path] : []))
  return {
    files: sources.length,
    lines: sources.reduce((sum, { lineCount }) => sum + lineCount, 0),
    neighbours: pathsOf(undefined),
    besides: {
      databaseTable: pathsOf('databaseTable'),
      catalogue: pathsOf('catalogue'),
      command: pathsOf('command'),
      worker: pathsOf('worker'),
      later: pathsOf('later'),
      choice: pathsOf('choice'),
    },
    longFunctions: findings
      .flatMap(({ functions }) => functions)
      .filter(({ lines }) => lines > FUNCTION_LINES_MAX)
      .toSorted((a, b) => b.lines - a.lines),
    baseAtoms: findings.flatMap(({ baseAtoms }) => baseAtoms),
    thunks: findings.flatMap(({ thunks }) => thunks),
  }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

function findNeighbours(sources: readonly SourceFile[]): readonly SourceFile[] {
  const importers = new Map<string, string[]>()
  for (const { path, files } of sources) {
    for (const file of files) importers.set(file, [...(importers.get(file) ?? []), path])
  }
  return sources.filter(({ path }) => {
    const [only, another] = importers.get(path) ?? []
    const isAlone = only !== undefined && another === undefined
    return path.endsWith('.ts') && isAlone && folderOf(only) === folderOf(path)
  })
}

interface Findings {
  readonly functions: readonly LongFunction[]
  readonly baseAtoms: readonly string[]
  readonly thunks: readonly string[]
}

/** The part of a node of the syntax tree that is read here. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

function readFindings({ path, text }: SourceFile): Findings {
  const functions: LongFunction[] = []
  const baseAtoms: string[] = []
  const thunks: string[] = []
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const note = (node: Node, name: string) => {
    const lines = lineAt(node.end) - lineAt(node.start) + 1
    functions.push({ file: path, name, lines })
  }

  const { program } = parseSync(path, text)
  new Visitor({
    FunctionDeclaration: (node) => note(node, node.id?.name ?? 'default'),
    FunctionExpression: (node) => note(node, 'function'),
    ArrowFunctionExpression: (node) => note(node, 'arrow'),
    Property(node) {
      const { key, value } = node
      if (value.type !== 'ArrowFunctionExpression' || value.params.length > 0) return
      // `turns: () => turns`: whoever gets it calls a part that calls it.
      if (value.body.type === 'Identifier' && key.type === 'Identifier') {
        if (value.body.name === key.name) thunks.push(`${path}: ${key.name}`)
      }
    },
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type !== 'VariableDeclaration') return
      for (const { id, init } of declaration.declarations) {
        if (id.type !== 'Identifier' || init?.type !== 'CallExpression') continue
        const isAtom = init.callee.type === 'Identifier' && init.callee.name === 'atom'
        const [first] = init.arguments
        const isDerived = first?.type.endsWith('FunctionExpression') || init.arguments.length > 1
        if (isAtom && !isDerived) baseAtoms.push(`${path}: ${id.name}`)
      }
    },
  }).visit(program)
  return { functions, baseAtoms, thunks }
}
