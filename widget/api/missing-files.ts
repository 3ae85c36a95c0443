import * as v from 'valibot'
import { missingFilesSchema } from '../../shared/wire/files.ts'

const refusalSchema = v.object({ data: v.object({ details: missingFilesSchema }) })

/** Addresses of files that a refused message names and that the server has no longer. */
export function missingFilesOf(error: unknown): readonly string[] {
  const read = v.safeParse(refusalSchema, error)
  return read.success ? read.output.data.details.missingFiles : []
}
