import * as v from 'valibot'
import { missingFilesSchema } from '../../shared/wire/files.ts'

const refusalSchema = v.object({ data: v.object({ details: missingFilesSchema }) })

/** Returns the addresses of files that a refused message names and that the server no longer has. */
export function missingFilesOf(error: unknown): readonly string[] {
  const read = v.safeParse(refusalSchema, error)
  return read.success ? read.output.data.details.missingFiles : []
}
