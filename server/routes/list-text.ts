import { inTurns, type Steps } from '../store/in-turns.ts'

/** Rows as JSON, with the commas between them; each in a step, for it may be half a megabyte. */
export const listText = (rows: readonly object[]): Promise<string> => inTurns(writeAll(rows))

function* writeAll(rows: readonly object[]): Steps<string> {
  const texts: string[] = []
  for (const row of rows) {
    texts.push(JSON.stringify(row))
    yield
  }
  return texts.join(',')
}
