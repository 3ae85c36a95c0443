import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type Comment, type TSSignature, type TSType } from 'oxc-parser'

/** A property or a method of a type, with its doc comment. */
export interface Member {
  readonly name: string
  /** Its source text; a method's includes its name. */
  readonly text: string
  /** Its type; undefined for a method. */
  readonly type?: TSType
  readonly doc: string
  readonly isRequired: boolean
  readonly isMethod: boolean
}

/** An interface, type, function or class that a file exports. */
export interface Declared {
  readonly name: string
  readonly doc: string
  readonly members: readonly Member[]
  /** The clause after `extends`, or an alias's type. */
  readonly above: readonly TSType[]
  /** A function's signature. */
  readonly text: string
}

/** The declarations of some files, by name, and the source text of their nodes. */
export interface TypeBook {
  get(name: string): Declared
  has(name: string): boolean
  /** The value of a `const` with a literal. */
  table(file: string, name: string): unknown
  textOf(node: TSType): string
}

/** Reads declarations of files, in which each name is declared once. */
export function readTypes(root: string, files: readonly string[]): TypeBook {
  const declared = new Map<string, Declared>()
  const texts = new Map<object, string>()
  const tables = new Map<string, unknown>()
  for (const file of files) readFile(file, readFileSync(join(root, file), 'utf8'))

  function readFile(file: string, source: string) {
    const { program, comments } = parseSync(file, source)
    const textOf = (node: { start: number; end: number }) => source.slice(node.start, node.end)
    const docOf = (start: number) => docBefore(source, comments, start)

    const readMember = (member: TSSignature): readonly Member[] => {
      if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return []
      const { key } = member
      const name = key.type === 'Literal' ? String(key.value) : textOf(key)
      const type =
        member.type === 'TSPropertySignature' ? member.typeAnnotation?.typeAnnotation : undefined
      if (type) keepTexts(type)
      return [
        {
          name,
          text: type ? textOf(type) : textOf(member),
          ...(type && { type }),
          doc: docOf(member.start),
          isRequired: !member.optional,
          isMethod: !type,
        },
      ]
    }
    // Nodes do not contain their source text.
    const keepTexts = (type: TSType) => {
      texts.set(type, textOf(type))
      if (type.type === 'TSTypeLiteral') literals.set(type, type.members.flatMap(readMember))
      if (type.type === 'TSUnionType') type.types.forEach(keepTexts)
    }

    for (const statement of program.body) {
      const declaration =
        statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (!declaration) continue
      const doc = docOf(statement.start)
      if (declaration.type === 'TSInterfaceDeclaration') {
        const { name } = declaration.id
        const above = declaration.extends.map(
          ({ expression, typeArguments }) =>
            ({
              type: 'TSTypeReference',
              typeName: expression,
              typeArguments,
            }) as unknown as TSType,
        )
        const members = declaration.body.body.flatMap(readMember)
        declared.set(name, { name, doc, members, above, text: '' })
      } else if (declaration.type === 'TSTypeAliasDeclaration') {
        const { name } = declaration.id
        const { typeAnnotation } = declaration
        keepTexts(typeAnnotation)
        const text = textOf(typeAnnotation)
        declared.set(name, { name, doc, members: [], above: [typeAnnotation], text })
      } else if (declaration.type === 'FunctionDeclaration' && declaration.id) {
        const { name } = declaration.id
        const end = declaration.body?.start ?? declaration.end
        const text = source.slice(declaration.start, end).trim()
        declared.set(name, { name, doc, members: [], above: [], text })
      } else if (declaration.type === 'ClassDeclaration' && declaration.id) {
        declared.set(declaration.id.name, {
          name: declaration.id.name,
          doc,
          members: [],
          above: [],
          text: '',
        })
      } else if (declaration.type === 'VariableDeclaration') {
        for (const { id, init } of declaration.declarations) {
          if (id.type === 'Identifier' && init) tables.set(`${file} ${id.name}`, literalOf(init))
        }
      }
    }
  }

  return {
    get(name) {
      const found = declared.get(name)
      if (!found) throw new Error(`No type ${name} in the files of the reference.`)
      return found
    },
    has: (name) => declared.has(name),
    table(file, name) {
      const found = tables.get(`${file} ${name}`)
      if (found === undefined) throw new Error(`${file} has no table ${name} any more.`)
      return found
    },
    textOf: (node) => texts.get(node) ?? '',
  }
}

const literals = new WeakMap<object, readonly Member[]>()
/** The members of an inline type. */
export const membersOfLiteral = (type: TSType): readonly Member[] => literals.get(type) ?? []

/** The text of the doc comment that ends right before a position. */
function docBefore(source: string, comments: readonly Comment[], start: number): string {
  const above = comments.findLast(({ end }) => end <= start)
  if (above?.type !== 'Block' || !above.value.startsWith('*')) return ''
  if (
    source
      .slice(above.end, start)
      .replace(/\bexport\b/, '')
      .trim() !== ''
  )
    return ''
  return above.value
    .split('\n')
    .map((line) => line.replace(/^\s*\*+ ?/, '').trim())
    .join('\n')
    .trim()
}

interface Literal {
  readonly type: string
  readonly [key: string]: unknown
}

/** The value of a literal; undefined for computed values. */
function literalOf(node: object): unknown {
  const { type, ...rest } = node as Literal
  switch (type) {
    case 'Literal':
      return rest['regex'] ? rest['regex'] : rest['value']
    case 'UnaryExpression':
      return undefined
    case 'ArrayExpression':
      return (rest['elements'] as object[]).map(literalOf)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return literalOf(rest['expression'] as object)
    case 'ObjectExpression':
      return Object.fromEntries(
        (rest['properties'] as { key: Literal; value: object }[])
          .filter(({ key }) => key)
          .map(({ key, value }) => [String(key['value'] ?? key['name']), literalOf(value)]),
      )
    default:
      return undefined
  }
}
