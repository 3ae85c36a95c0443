import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

export interface SourceFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly text: string
  readonly lineCount: number
  /** Imported files of the repository, relative to the root, including types and `import()`. */
  readonly files: readonly string[]
  /** The subset of which more than types is imported. */
  readonly valueFiles: readonly string[]
  /** Imported npm packages and Node modules. */
  readonly packages: readonly string[]
  readonly hasDefaultExport: boolean
  readonly hasExportStar: boolean
}

/** Reads one file's imports: static, dynamic, type-only, re-exports and `import('…')` types. */
export function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { module, program } = parseSync(path, text)
  const specifiers = new Set<string>()
  const valueSpecifiers = new Set<string>()
  let hasDefaultExport = false
  let hasExportStar = false

  for (const { moduleRequest, entries } of module.staticImports) {
    specifiers.add(moduleRequest.value)
    const isTypes = entries.length > 0 && entries.every(({ isType }) => isType)
    if (!isTypes) valueSpecifiers.add(moduleRequest.value)
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName, exportName, isType } of entries) {
      if (moduleRequest) specifiers.add(moduleRequest.value)
      if (moduleRequest && !isType) valueSpecifiers.add(moduleRequest.value)
      if (exportName.kind === 'Default') hasDefaultExport = true
      if (importName.kind === 'AllButDefault') hasExportStar = true
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const source = text.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(source)
    if (literal?.[2]) {
      specifiers.add(literal[2])
      valueSpecifiers.add(literal[2])
    }
  }
  // The module record does not list types such as `import('./a.ts').A`, but they count as imports.
  new Visitor({
    TSImportType: (node) => {
      specifiers.add(node.source.value)
    },
  }).visit(program)

  const files: string[] = []
  const valueFiles: string[] = []
  const packages: string[] = []
  for (const specifier of specifiers) {
    const bare = specifier.replace(/\?.*$/, '')
    if (!bare.startsWith('.')) {
      packages.push(bare)
      continue
    }
    const file = posix.normalize(posix.join(dirname(path), bare))
    files.push(file)
    if (valueSpecifiers.has(specifier)) valueFiles.push(file)
  }
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return { path, text, lineCount, files, valueFiles, packages, hasDefaultExport, hasExportStar }
}

/** Whether the target of an import is missing, as with a path without an extension or to a folder. */
export const isMissing = (root: string, path: string): boolean => !existsSync(join(root, path))
