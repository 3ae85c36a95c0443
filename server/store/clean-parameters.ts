import type { QueryCompiler } from 'kysely'

/**
 * Postgres refuses U+0000 in text and both engines spoil lone surrogates, so neither reaches them,
 * whether written or looked for. JSON columns lose nothing: JSON text escapes both.
 */
export function cleanParameters(compiler: QueryCompiler): QueryCompiler {
  return {
    compileQuery(node, queryId) {
      const query = compiler.compileQuery(node, queryId)
      return { ...query, parameters: query.parameters.map(cleanText) }
    },
  }
}

function cleanText(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
}
