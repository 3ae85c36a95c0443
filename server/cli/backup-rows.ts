import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { BackupRow } from '../store/backup.ts'

/** Lines are written together, up to about so many characters. */
const PIECE_CHARACTERS = 65_536

const rowSchema = v.object({
  table: v.string(),
  row: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
})

/** Rows as JSON texts, one on each line. */
export async function* toLines(
  rows: AsyncIterable<BackupRow>,
  onRow: (row: BackupRow) => void,
): AsyncGenerator<Buffer, void, void> {
  let piece = ''
  // No limit: a backup takes as long as there are rows; a person at a terminal may end it.
  for await (const row of rows) {
    onRow(row)
    piece += `${JSON.stringify(row)}\n`
    if (piece.length < PIECE_CHARACTERS) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}

/** @throws AlcoveError `invalid_request` for a line that is not a row. */
export async function* readRows(path: string): AsyncGenerator<BackupRow, void, void> {
  const unpacked = createGunzip()
  const source = createReadStream(path)
  source.on('error', (error) => unpacked.destroy(error))
  try {
    for await (const line of createInterface({ input: source.pipe(unpacked) })) yield parseRow(line)
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

function parseRow(line: string): BackupRow {
  try {
    return v.parse(rowSchema, JSON.parse(line))
  } catch (cause) {
    const text = `The backup is damaged: a line of its rows is none: ${line.slice(0, 80)}`
    throw new AlcoveError('invalid_request', text, { cause })
  }
}
