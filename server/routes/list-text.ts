import type { JsonValue } from '../../shared/json.ts'
import { inTurns, type Steps } from '../steps/in-turns.ts'
import { writeJson } from '../steps/write-json.ts'

/** Rows as JSON, with the commas between them, in steps: each may be half a megabyte. */
export const listText = (rows: readonly object[]): Promise<string> => inTurns(writeAll(rows))

function* writeAll(rows: readonly object[]): Steps<string> {
  const texts: string[] = []
  for (const row of rows) {
    texts.push(yield* writeJson(row as JsonValue))
    yield
  }
  return texts.join(',')
}
